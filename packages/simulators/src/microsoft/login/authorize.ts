import { belongsToTenant, type Account } from './accounts.ts'
import type { App } from './apps.ts'
import type { LoginHost } from './login-host.ts'
import { approvalRequiredPage, loginPage, loginRefusalPage } from './login-page.ts'
import { readApp, redirectBack } from './requests.ts'
import { parseScopes, type Scope } from './scopes.ts'

/**
 * "Request an authorization code" in
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow.
 */
const knownParameters = [
  'client_id',
  'response_type',
  'redirect_uri',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'prompt',
  'login_hint',
  'domain_hint',
  'code_challenge',
  'code_challenge_method',
]

type SignIn = {
  readonly app: App
  readonly redirectUri: string
  readonly state: string | null
  readonly scopes: readonly Scope[]
  readonly nonce: string | null
  readonly challenge: string | null
  readonly loginHint: string | null
  readonly accounts: readonly Account[]
}

export function showSignIn(host: LoginHost, tenant: string, request: Request): Response {
  const signIn = readSignIn(host, tenant, request)
  return signIn instanceof Response ? signIn : loginPage(signIn)
}

export async function handleSignIn(
  host: LoginHost,
  tenant: string,
  request: Request,
): Promise<Response> {
  const signIn = readSignIn(host, tenant, request)
  if (signIn instanceof Response) return signIn
  const { app, redirectUri, scopes, nonce, challenge, accounts } = signIn
  const form = new URLSearchParams(await request.text())
  if (form.get('answer') === 'cancel')
    return redirectBack(signIn, {
      error: 'access_denied',
      error_description: 'AADSTS65004: User declined to consent to access the app.',
      error_subcode: 'cancel',
    })
  // The same error as for Cancel. Only the number differs.
  if (form.get('answer') === 'return')
    return redirectBack(signIn, {
      error: 'access_denied',
      error_description: 'AADSTS90094: The grant requires admin permission.',
      error_subcode: 'cancel',
    })
  const account = accounts.find(({ objectId }) => objectId === form.get('account'))
  if (form.get('answer') !== 'accept' || !account)
    return loginRefusalPage('Choose one of the accounts, then accept or cancel.')
  if (host.consentPolicies.needsAdmin(account, app, scopes)) return approvalRequiredPage(app)
  const { accessEndCount } = account.store
  const grant = { account, clientId: app.clientId, scopes, accessEndCount }
  const code = host.grants.issueCode({ grant, redirectUri, nonce, challenge })
  return redirectBack(signIn, { code, session_state: host.random.uuid() })
}

/** The requested sign-in, or an error response. Redirects go only to the app's registered URIs. */
function readSignIn(host: LoginHost, tenant: string, request: Request): SignIn | Response {
  const query = new URL(request.url).searchParams
  const found = readApp(host, query, knownParameters)
  if (found instanceof Response) return found

  const signIn = {
    ...found,
    state: query.get('state'),
    scopes: parseScopes(query.get('scope') ?? '').flatMap(({ scope }) => scope ?? []),
    nonce: query.get('nonce'),
    challenge: query.get('code_challenge'),
    loginHint: query.get('login_hint'),
    accounts: host.listAccounts().filter((account) => belongsToTenant(account, tenant)),
  }
  const refusal = findRefusal(query)
  return refusal ? redirectBack(signIn, refusal) : signIn
}

/**
 * The error that the app gets on its redirect URI ("Error codes for authorization endpoint errors"
 * on the same page).
 */
function findRefusal(query: URLSearchParams): { error: string; error_description: string } | null {
  const refuse = (error: string, error_description: string) => ({ error, error_description })
  const responseType = query.get('response_type')
  if (responseType !== 'code')
    return refuse('unsupported_response_type', `AADSTS700054: '${responseType}' is not enabled.`)
  const mode = query.get('response_mode') ?? 'query'
  if (mode !== 'query')
    return refuse('invalid_request', `The simulator does not support the response_mode '${mode}'.`)
  const scopes = parseScopes(query.get('scope') ?? '')
  if (scopes.length === 0)
    return refuse('invalid_request', "AADSTS900144: The request must contain 'scope'.")
  const unknown = scopes.find(({ scope }) => scope === null)
  if (unknown)
    return refuse('invalid_scope', `AADSTS70011: The scope ${unknown.name} is not valid.`)
  const method = query.get('code_challenge_method')
  if (query.has('code_challenge') !== (method !== null))
    return refuse(
      'invalid_request',
      'code_challenge and code_challenge_method must be used together.',
    )
  if (method !== null && method !== 'S256')
    return refuse('invalid_request', 'The simulator supports only the code_challenge_method S256.')
  const prompt = query.get('prompt') ?? 'select_account'
  // The simulator has no sign-in sessions.
  if (prompt === 'none')
    return refuse(
      'login_required',
      'AADSTS50058: A silent sign-in request was sent but no user is signed in.',
    )
  if (!['login', 'consent', 'select_account'].includes(prompt))
    return refuse('invalid_request', `AADSTS90023: Unsupported 'prompt' value: ${prompt}.`)
  return null
}
