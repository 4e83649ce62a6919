import type { World } from '../../world/world.ts'
import { consentPage, refusalPage } from './consent-page.ts'
import type { App, Grants } from './grants.ts'
import { findScope, isForSignIn, type Scope } from './scopes.ts'

/** https://developers.google.com/identity/protocols/oauth2/web-server#creatingclient */
const knownParameters = new Set([
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'access_type',
  'prompt',
  'login_hint',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'include_granted_scopes',
])

type AuthorizationRequest = {
  readonly app: App
  readonly redirectUri: string
  readonly scopes: readonly Scope[]
  readonly query: URLSearchParams
}

class Refusal extends Error {
  readonly error: string
  readonly status: number

  constructor(error: string, details: string, status = 400) {
    super(details)
    this.error = error
    this.status = status
  }
}

/** `/o/oauth2/v2/auth`: GET shows the consent page, POST handles the person's choice. */
export async function authorize(
  request: Request,
  { world, grants, apps }: { world: World; grants: Grants; apps: readonly App[] },
): Promise<Response> {
  try {
    const authorization = readRequest(new URL(request.url).searchParams, apps)
    return request.method === 'POST'
      ? handleChoice(authorization, new URLSearchParams(await request.text()), world, grants)
      : showPage(authorization, world)
  } catch (error) {
    if (error instanceof Refusal) return refusalPage(error.error, error.message, error.status)
    throw error
  }
}

function showPage({ app, scopes, query }: AuthorizationRequest, world: World): Response {
  const stores = world.mailboxes.filter(({ owner }) => owner.provider === 'google')
  return consentPage({ appName: app.name, stores, scopes, loginHint: query.get('login_hint') })
}

function handleChoice(
  { app, redirectUri, scopes, query }: AuthorizationRequest,
  form: URLSearchParams,
  world: World,
  grants: Grants,
): Response {
  if (form.get('answer') === 'cancel')
    return redirectBack(redirectUri, query, { error: 'access_denied' })
  if (form.get('answer') !== 'allow')
    throw new Refusal('invalid_request', 'Choose Allow or Cancel.')
  const store = world.mailboxes.find(
    ({ owner }) => owner.provider === 'google' && owner.subject === form.get('account'),
  )
  if (!store) throw new Refusal('invalid_request', 'No such account')
  const ticked = new Set(form.getAll('scope'))
  // The redirect lists only the granted scopes
  // (https://developers.google.com/identity/protocols/oauth2/resources/granular-permissions).
  const granted = scopes.filter((scope) => isForSignIn(scope) || ticked.has(scope))
  const code = grants.issueCode({
    app,
    store,
    redirectUri,
    scopes: new Set(granted),
    isOffline: query.get('access_type') === 'offline',
    isForced: query.get('prompt')?.split(' ').includes('consent') ?? false,
    codeChallenge: query.get('code_challenge'),
    nonce: query.get('nonce'),
  })
  return redirectBack(redirectUri, query, { code, scope: granted.join(' '), authuser: '0' })
}

function redirectBack(
  redirectUri: string,
  query: URLSearchParams,
  result: Readonly<Record<string, string>>,
): Response {
  const url = new URL(redirectUri)
  const state = query.get('state')
  if (state !== null) url.searchParams.set('state', state)
  for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value)
  return new Response(null, { status: 303, headers: { location: url.href } })
}

function readRequest(query: URLSearchParams, apps: readonly App[]): AuthorizationRequest {
  const app = apps.find(({ clientId }) => clientId === query.get('client_id'))
  if (!app) throw new Refusal('invalid_client', 'The OAuth client was not found.', 401)
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!app.redirectUris.includes(redirectUri))
    throw new Refusal('redirect_uri_mismatch', `${redirectUri} is not registered for this app.`)
  const unknown = [...query.keys()].find((name) => !knownParameters.has(name))
  if (unknown !== undefined) throw new Refusal('invalid_request', `Unknown parameter: ${unknown}`)
  requireOneOf(query, 'response_type', ['code'])
  requireOneOf(query, 'access_type', ['online', 'offline', null])
  requireOneOf(query, 'include_granted_scopes', ['false', null])
  requireOneOf(query, 'prompt', ['consent', 'select_account', 'select_account consent', null])
  // Google also accepts `plain`, which new apps should not use.
  requireOneOf(query, 'code_challenge_method', query.has('code_challenge') ? ['S256'] : [null])
  return { app, redirectUri, scopes: readScopes(query), query }
}

function readScopes(query: URLSearchParams): Scope[] {
  const names = (query.get('scope') ?? '').split(' ').filter((name) => name !== '')
  const unknown = names.filter((name) => findScope(name) === null)
  if (names.length === 0 || unknown.length > 0)
    throw new Refusal('invalid_scope', `Some requested scopes were invalid: ${unknown.join(' ')}`)
  return names.flatMap((name) => findScope(name) ?? [])
}

function requireOneOf(
  query: URLSearchParams,
  name: string,
  allowed: readonly (string | null)[],
): void {
  if (!allowed.includes(query.get(name)))
    throw new Refusal('invalid_request', `Invalid parameter value for ${name}: ${query.get(name)}`)
}
