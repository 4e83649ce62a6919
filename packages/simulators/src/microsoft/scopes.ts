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
 * Reads a `scope` parameter; `null` stands for a name that is not on the list of
 * PROVIDERS 2.1. A bare name means Graph, and case does not matter
 * (learn.microsoft.com/entra/identity-platform/scopes-oidc).
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

/** The broader permission holds the narrower (learn.microsoft.com/graph/permissions-reference). */
export function mayDo(granted: readonly Scope[], needed: GraphScope): boolean {
  const ladder: readonly GraphScope[] = ['Mail.ReadBasic', 'Mail.Read', 'Mail.ReadWrite']
  const step = ladder.indexOf(needed)
  return step === -1
    ? granted.includes(needed)
    : ladder.slice(step).some((scope) => granted.includes(scope))
}
