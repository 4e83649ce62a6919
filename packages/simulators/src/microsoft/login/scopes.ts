const openIdScopes = ['openid', 'profile', 'email', 'offline_access'] as const
const graphScopes = [
  'User.Read',
  'Mail.ReadBasic',
  'Mail.Read',
  'Mail.ReadWrite',
  'Mail.Send',
] as const

export type GraphScope = (typeof graphScopes)[number]
export type Scope = GraphScope | (typeof openIdScopes)[number]

const known: readonly Scope[] = [...openIdScopes, ...graphScopes]
const resource = 'https://graph.microsoft.com/'

/**
 * Parses a `scope` parameter; `null` means a scope that the simulator does not support.
 * A bare name means Graph, and case does not matter
 * (https://learn.microsoft.com/entra/identity-platform/scopes-oidc).
 */
export function parseScopes(text: string): { scope: Scope | null; name: string }[] {
  return text
    .split(' ')
    .filter((name) => name !== '')
    .map((name) => {
      const bare = name.startsWith(resource) ? name.slice(resource.length) : name
      const scope = known.find((candidate) => candidate.toLowerCase() === bare.toLowerCase())
      return { scope: scope ?? null, name }
    })
}

/** Whether the scope only tells the app who the person is. */
export function isForSignIn(scope: Scope): boolean {
  return scope === 'openid' || scope === 'profile' || scope === 'email'
}

/**
 * A broader permission includes the narrower ones
 * (https://learn.microsoft.com/graph/permissions-reference).
 */
export function mayDo(granted: readonly Scope[], needed: GraphScope): boolean {
  const narrowestFirst: readonly GraphScope[] = ['Mail.ReadBasic', 'Mail.Read', 'Mail.ReadWrite']
  const index = narrowestFirst.indexOf(needed)
  return index === -1
    ? granted.includes(needed)
    : narrowestFirst.slice(index).some((scope) => granted.includes(scope))
}
