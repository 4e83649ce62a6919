import { createHash } from 'node:crypto'
import type { App } from './apps.ts'
import { accessTokenLifeMs, type Code, type Grant } from './grants.ts'
import { signIdToken } from './id-tokens.ts'
import { LoginError, toLoginErrorResponse } from './login-error.ts'
import type { LoginHost } from './login.ts'
import { parseScopes, type Scope } from './scopes.ts'

/** Parameters of v2-oauth2-auth-code-flow, "Redeem a code" and "Refresh the access token". */
const parameters = {
  authorization_code: ['code', 'redirect_uri', 'code_verifier'],
  refresh_token: ['refresh_token'],
} as const
const everywhere = ['grant_type', 'client_id', 'client_secret', 'scope']

type GrantType = keyof typeof parameters

export async function redeemToken(
  host: LoginHost,
  _tenant: string,
  request: Request,
): Promise<Response> {
  try {
    const form = await readForm(request)
    const app = authenticate(host, form)
    return form.get('grant_type') === 'refresh_token'
      ? await refresh(host, app, form)
      : await redeem(host, app, form)
  } catch (error) {
    if (error instanceof LoginError) return toLoginErrorResponse(error.refusal, host)
    throw error
  }
}

async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type')?.split(';')[0]
  if (type !== 'application/x-www-form-urlencoded')
    throw new LoginError('invalid_request', 900144, `The body must be a form, not '${type}'.`)
  const form = new URLSearchParams(await request.text())
  const grantType = demand(form, 'grant_type')
  if (!isGrantType(grantType))
    throw new LoginError(
      'unsupported_grant_type',
      70003,
      `The app requested an unsupported grant type '${grantType}'.`,
    )
  const known: readonly string[] = [...everywhere, ...parameters[grantType]]
  for (const name of form.keys()) {
    if (!known.includes(name))
      throw new LoginError('invalid_request', 90023, `The simulator does not know '${name}' here.`)
    if (form.getAll(name).length > 1)
      throw new LoginError('invalid_request', 90014, `'${name}' is given more than once.`)
  }
  return form
}

function authenticate({ apps }: LoginHost, form: URLSearchParams): App {
  const clientId = demand(form, 'client_id')
  const app = apps.find((candidate) => candidate.clientId === clientId)
  if (!app)
    throw new LoginError(
      'unauthorized_client',
      700016,
      `Application with identifier '${clientId}' was not found in the directory.`,
    )
  if (!form.get('client_secret'))
    throw new LoginError(
      'invalid_client',
      7000218,
      "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
    )
  if (form.get('client_secret') !== app.clientSecret)
    throw new LoginError(
      'invalid_client',
      7000215,
      `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '${clientId}'.`,
    )
  return app
}

async function redeem(host: LoginHost, app: App, form: URLSearchParams): Promise<Response> {
  const { grant, nonce } = host.grants.redeemCode(demand(form, 'code'), (code) =>
    checkCode(code, app, form),
  )
  const { record, clock } = host
  record.grants.push({
    provider: 'microsoft',
    mailbox: grant.account.address,
    at: clock.now(),
    accessEndCount: grant.accessEndsSeen,
  })
  return answer(host, grant, readScopes(grant, form), nonce)
}

/** A code serves the app, the address and the verifier it was asked with. */
function checkCode(code: Code, app: App, form: URLSearchParams): void {
  if (code.grant.clientId !== app.clientId)
    throw new LoginError(
      'invalid_grant',
      70000,
      'The provided authorization code was issued to another application.',
    )
  const redirectUri = demand(form, 'redirect_uri')
  if (redirectUri !== code.redirectUri)
    throw new LoginError(
      'invalid_client',
      500112,
      `The reply address '${redirectUri}' does not match the reply address '${code.redirectUri}' provided when requesting Authorization code.`,
    )
  const verifier = form.get('code_verifier') ?? ''
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  if (code.challenge !== null ? code.challenge !== challenge : verifier !== '')
    throw new LoginError(
      'invalid_grant',
      501481,
      'The Code_Verifier does not match the code_challenge supplied in the authorization request.',
    )
}

async function refresh(host: LoginHost, app: App, form: URLSearchParams): Promise<Response> {
  const grant = host.grants.loadByRefreshToken(demand(form, 'refresh_token'), app.clientId)
  return answer(host, grant, readScopes(grant, form), null)
}

/** "Equivalent to, or a subset of, the scopes" first asked for (v2-oauth2-auth-code-flow); more needs consent. */
function readScopes(grant: Grant, form: URLSearchParams): readonly Scope[] {
  const text = form.get('scope')
  if (text === null) return grant.scopes
  return parseScopes(text).map(({ scope, name }) => {
    if (scope === null)
      throw new LoginError('invalid_scope', 70011, `The scope ${name} is not valid.`)
    // PROVIDERS 2.1, U.
    if (!grant.scopes.includes(scope))
      throw new LoginError(
        'invalid_grant',
        65001,
        `The user or administrator has not consented to use the application with ID '${grant.clientId}'. Send an interactive authorization request for this user and resource.`,
      )
    return scope
  })
}

/** "Successful response": a refresh token with `offline_access`, an id token with `openid`. */
async function answer(
  host: LoginHost,
  grant: Grant,
  scopes: readonly Scope[],
  nonce: string | null,
): Promise<Response> {
  const { account, clientId } = grant
  const lifeSeconds = accessTokenLifeMs / 1000
  const body = {
    token_type: 'Bearer',
    // Microsoft leaves offline_access out of the list (github.com/O365/python-o365/issues/611).
    scope: scopes.filter((scope) => scope !== 'offline_access').join(' '),
    expires_in: lifeSeconds,
    ext_expires_in: lifeSeconds,
    access_token: host.grants.issueAccessToken({ ...grant, scopes }),
    ...(grant.scopes.includes('offline_access') && {
      refresh_token: host.grants.issueRefreshToken(grant),
    }),
    ...(scopes.includes('openid') && {
      id_token: await signIdToken(host.loginUrl, {
        account,
        clientId,
        scopes,
        nonce,
        now: host.clock.now(),
      }),
    }),
  }
  return Response.json(body, { headers: { 'cache-control': 'no-store' } })
}

function demand(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (value) return value
  throw new LoginError(
    'invalid_request',
    900144,
    `The request body must contain the following parameter: '${name}'.`,
  )
}

function isGrantType(text: string): text is GrantType {
  return Object.hasOwn(parameters, text)
}
