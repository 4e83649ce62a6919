import { createHash } from 'node:crypto'
import type { App } from './apps.ts'
import { accessTokenLifeMs, type Code, type Grant } from './grants.ts'
import { signIdToken } from './id-tokens.ts'
import { LoginError, toLoginErrorResponse } from './login-error.ts'
import type { LoginHost } from './login-host.ts'
import { isForSignIn, parseScopes, type Scope } from './scopes.ts'

/**
 * "Redeem a code" and "Refresh the access token" in
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow.
 */
const parameters = {
  authorization_code: ['code', 'redirect_uri', 'code_verifier'],
  refresh_token: ['refresh_token'],
} as const
const commonParameters = ['grant_type', 'client_id', 'client_secret', 'scope']

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
  const grantType = requireField(form, 'grant_type')
  if (!isGrantType(grantType))
    throw new LoginError(
      'unsupported_grant_type',
      70003,
      `The app requested an unsupported grant type '${grantType}'.`,
    )
  const known: readonly string[] = [...commonParameters, ...parameters[grantType]]
  for (const name of form.keys()) {
    if (!known.includes(name))
      throw new LoginError(
        'invalid_request',
        90023,
        `The simulator does not support '${name}' here.`,
      )
    if (form.getAll(name).length > 1)
      throw new LoginError('invalid_request', 90014, `'${name}' is given more than once.`)
  }
  return form
}

function authenticate({ apps }: LoginHost, form: URLSearchParams): App {
  const clientId = requireField(form, 'client_id')
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
  const { grant, nonce } = host.grants.redeemCode(requireField(form, 'code'), (code) =>
    checkCode(code, app, form),
  )
  const { record, clock } = host
  if (!grant.scopes.every(isForSignIn))
    record.grants.push({
      provider: 'microsoft',
      mailbox: grant.account.address,
      at: clock.now(),
      accessEndCount: grant.accessEndCount,
    })
  return respond(host, grant, readScopes(grant, form), nonce)
}

/** A code is valid only for the app, redirect URI and verifier that it was requested with. */
function checkCode(code: Code, app: App, form: URLSearchParams): void {
  if (code.grant.clientId !== app.clientId)
    throw new LoginError(
      'invalid_grant',
      70000,
      'The provided authorization code was issued to another application.',
    )
  const redirectUri = requireField(form, 'redirect_uri')
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
  const grant = host.grants.loadByRefreshToken(requireField(form, 'refresh_token'), app.clientId)
  return respond(host, grant, readScopes(grant, form), null)
}

/** A refresh can ask for the granted scopes or fewer; more scopes need consent. */
function readScopes(grant: Grant, form: URLSearchParams): readonly Scope[] {
  const text = form.get('scope')
  if (text === null) return grant.scopes
  return parseScopes(text).map(({ scope, name }) => {
    if (scope === null)
      throw new LoginError('invalid_scope', 70011, `The scope ${name} is not valid.`)
    if (!grant.scopes.includes(scope))
      throw new LoginError(
        'invalid_grant',
        65001,
        `The user or administrator has not consented to use the application with ID '${grant.clientId}'. Send an interactive authorization request for this user and resource.`,
      )
    return scope
  })
}

/** A refresh token comes only with `offline_access`, an id token only with `openid`. */
async function respond(
  host: LoginHost,
  grant: Grant,
  scopes: readonly Scope[],
  nonce: string | null,
): Promise<Response> {
  const { account, clientId } = grant
  const lifeSeconds = accessTokenLifeMs / 1000
  const body = {
    token_type: 'Bearer',
    // Microsoft omits offline_access here (github.com/O365/python-o365/issues/611).
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

function requireField(form: URLSearchParams, name: string): string {
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
