import { belongsToTenant } from './accounts.ts'
import { handleAdminConsent, showAdminConsent } from './admin-consent.ts'
import { handleSignIn, showSignIn } from './authorize.ts'
import { toIssuer, toIssuerTenant, toJwks } from './id-tokens.ts'
import { LoginError, toLoginErrorResponse } from './login-error.ts'
import type { LoginHost } from './login-host.ts'
import { redeemToken } from './token.ts'

type Route = (host: LoginHost, tenant: string, request: Request) => Promise<Response> | Response

/** https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc */
const routes: Readonly<Record<string, Route>> = {
  'GET oauth2/v2.0/authorize': showSignIn,
  'POST oauth2/v2.0/authorize': handleSignIn,
  'GET v2.0/adminconsent': showAdminConsent,
  'POST v2.0/adminconsent': handleAdminConsent,
  'POST oauth2/v2.0/token': redeemToken,
  'GET v2.0/.well-known/openid-configuration': discover,
  'GET discovery/v2.0/keys': async ({ loginUrl }, tenant) =>
    Response.json(await toJwks(loginUrl, tenant)),
}

/** Handles requests to `login.microsoftonline.com`; `null` for an unknown path. */
export async function handleLogin(host: LoginHost, request: Request): Promise<Response | null> {
  const [, tenant = '', path = ''] = /^\/([^/]+)\/(.+)$/.exec(new URL(request.url).pathname) ?? []
  const route = routes[`${request.method} ${path}`]
  if (!route) return null
  return isTenant(host, tenant) ? route(host, tenant, request) : unknownTenant(host, tenant)
}

function isTenant({ listAccounts }: LoginHost, tenant: string): boolean {
  return (
    ['common', 'organizations', 'consumers'].includes(tenant) ||
    listAccounts().some((account) => belongsToTenant(account, tenant))
  )
}

/** AADSTS90002, InvalidTenantName. */
function unknownTenant(host: LoginHost, tenant: string): Response {
  return toLoginErrorResponse(
    new LoginError('invalid_request', 90002, `Tenant '${tenant}' not found.`).refusal,
    host,
  )
}

function discover({ loginUrl }: LoginHost, tenant: string): Response {
  return Response.json({
    issuer: toIssuer(loginUrl, toIssuerTenant(tenant)),
    authorization_endpoint: `${loginUrl}/${tenant}/oauth2/v2.0/authorize`,
    token_endpoint: `${loginUrl}/${tenant}/oauth2/v2.0/token`,
    jwks_uri: `${loginUrl}/${tenant}/discovery/v2.0/keys`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
  })
}
