import { createHash } from 'node:crypto'
import type { World } from '../../world/world.ts'
import {
  accessTokenLifeSeconds,
  type App,
  type Consent,
  type Grant,
  type Grants,
} from './grants.ts'
import { isForSignIn } from './scopes.ts'
import { signToken } from './signing.ts'

type TokenContext = {
  readonly world: World
  readonly grants: Grants
  readonly apps: readonly App[]
}

class OAuthError extends Error {
  readonly error: string
  readonly status: number

  constructor(error: string, description: string, status = 400) {
    super(description)
    this.error = error
    this.status = status
  }
}

const fields: Readonly<Record<string, readonly string[]>> = {
  authorization_code: ['code', 'redirect_uri', 'code_verifier'],
  refresh_token: ['refresh_token'],
}

/**
 * `/token`: exchanges a code or a refresh token for an access token
 * (https://developers.google.com/identity/protocols/oauth2/web-server#exchange-authorization-code).
 */
export function exchange(request: Request, context: TokenContext): Promise<Response> {
  return withOAuthErrors(async () => {
    const form = new URLSearchParams(await request.text())
    const app = authenticate(request, form, context.apps)
    const grantType = form.get('grant_type') ?? ''
    const allowed = fields[grantType]
    if (!allowed) throw new OAuthError('unsupported_grant_type', `Invalid grant_type: ${grantType}`)
    const common = ['grant_type', 'client_id', 'client_secret']
    const unknown = [...form.keys()].find((name) => ![...common, ...allowed].includes(name))
    if (unknown !== undefined) throw new OAuthError('invalid_request', `Unknown field: ${unknown}`)
    return grantType === 'refresh_token' ? refresh(form, app, context) : redeem(form, app, context)
  })
}

/** `/revoke`: the token is in the query or in the form. */
export function revoke(request: Request, { world, grants }: TokenContext): Promise<Response> {
  return withOAuthErrors(async () => {
    const form = new URLSearchParams(await request.text())
    const token = new URL(request.url).searchParams.get('token') ?? form.get('token')
    if (!token) throw new OAuthError('invalid_request', 'Required parameter is missing: token')
    const grant = grants.revoke(token)
    if (!grant) throw new OAuthError('invalid_token', 'Token expired or revoked')
    const at = world.clock.now()
    world.record.grantEnds.push({ provider: 'google', mailbox: grant.store.address, at })
    return Response.json({})
  })
}

async function redeem(form: URLSearchParams, app: App, context: TokenContext): Promise<Response> {
  const consent = context.grants.takeCode(form.get('code') ?? '')
  if (consent === null || consent.app !== app) throw new OAuthError('invalid_grant', 'Bad Request')
  if (consent.redirectUri !== form.get('redirect_uri'))
    throw new OAuthError('redirect_uri_mismatch', 'Bad Request')
  checkVerifier(consent, form.get('code_verifier'))
  const grant = context.grants.create(consent)
  const { record, clock } = context.world
  const { store, accessEndCount, scopes } = grant
  const isMailbox = ![...scopes].every(isForSignIn)
  if (isMailbox)
    record.grants.push({
      provider: 'google',
      mailbox: store.address,
      at: clock.now(),
      accessEndCount,
    })
  const body = await toTokenResponse(grant, consent.nonce, context)
  return Response.json(
    grant.refreshToken === null ? body : { ...body, refresh_token: grant.refreshToken },
  )
}

/** Google returns no new refresh token: the old one stays valid. */
async function refresh(form: URLSearchParams, app: App, context: TokenContext): Promise<Response> {
  const grant = context.grants.useRefreshToken(form.get('refresh_token') ?? '', app)
  if (!grant) throw new OAuthError('invalid_grant', 'Token has been expired or revoked.')
  return Response.json(await toTokenResponse(grant, null, context))
}

async function toTokenResponse(
  grant: Grant,
  nonce: string | null,
  { world, grants }: TokenContext,
) {
  const accessToken = grants.issueAccessToken(grant)
  const { owner } = grant.store
  const claims = {
    azp: grant.app.clientId,
    aud: grant.app.clientId,
    sub: owner.subject,
    email: owner.address,
    email_verified: owner.isAddressVerified ?? true,
    ...toHostedDomain(owner.address),
    at_hash: createHash('sha256')
      .update(accessToken)
      .digest()
      .subarray(0, 16)
      .toString('base64url'),
    ...(nonce !== null && { nonce }),
  }
  return {
    access_token: accessToken,
    expires_in: accessTokenLifeSeconds,
    scope: [...grant.scopes].join(' '),
    token_type: 'Bearer',
    ...(grant.scopes.has('openid') && { id_token: await signToken(claims, world.clock.now()) }),
  }
}

/** The `hd` claim of a Workspace account. Every simulated mailbox outside Gmail is one. */
function toHostedDomain(address: string): { hd?: string } {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return domain === 'gmail.com' ? {} : { hd: domain }
}

/** RFC 7636, S256. */
function checkVerifier({ codeChallenge }: Consent, verifier: string | null): void {
  if (codeChallenge === null) {
    if (verifier !== null) throw new OAuthError('invalid_grant', 'code_verifier not expected.')
    return
  }
  if (verifier === null) throw new OAuthError('invalid_grant', 'Missing code verifier.')
  if (createHash('sha256').update(verifier).digest('base64url') !== codeChallenge)
    throw new OAuthError('invalid_grant', 'Invalid code verifier.')
}

/** The app's credentials are in the form or, as RFC 6749 prefers, in Basic authentication. */
function authenticate(request: Request, form: URLSearchParams, apps: readonly App[]): App {
  const basic = /^Basic (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const [basicId, basicSecret] = basic ? Buffer.from(basic, 'base64').toString().split(':') : []
  const app = apps.find(({ clientId }) => clientId === (form.get('client_id') ?? basicId))
  if (!app) throw new OAuthError('invalid_client', 'The OAuth client was not found.', 401)
  if (app.clientSecret !== (form.get('client_secret') ?? basicSecret))
    throw new OAuthError('invalid_client', 'Unauthorized', 401)
  return app
}

async function withOAuthErrors(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const body = { error: error.error, error_description: error.message }
    return Response.json(body, { status: error.status })
  }
}
