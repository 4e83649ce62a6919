import { belongsToTenant, isPersonal } from './accounts.ts'
import { adminConsentPage, type AdminConsent } from './admin-consent-page.ts'
import type { LoginHost } from './login-host.ts'
import { loginRefusalPage } from './login-page.ts'
import { readApp, redirectBack } from './requests.ts'
import { parseScopes } from './scopes.ts'

/** https://learn.microsoft.com/entra/identity-platform/v2-admin-consent */
const knownParameters = ['client_id', 'redirect_uri', 'scope', 'state']

export function showAdminConsent(host: LoginHost, tenant: string, request: Request): Response {
  const consent = readConsent(host, tenant, request)
  return consent instanceof Response ? consent : adminConsentPage(consent)
}

export async function handleAdminConsent(
  host: LoginHost,
  tenant: string,
  request: Request,
): Promise<Response> {
  const consent = readConsent(host, tenant, request)
  if (consent instanceof Response) return consent
  const form = new URLSearchParams(await request.text())
  // As users have seen it (github.com/MicrosoftDocs/azure-docs/issues/114009): `admin_consent=True`
  // comes with an error too, and without the tenant.
  if (form.get('answer') === 'cancel')
    return redirectBack(consent, {
      error: 'access_denied',
      error_description: 'AADSTS65004: User declined to consent to access the app.',
      admin_consent: 'True',
    })
  const chosen = consent.organisations.find(({ tenantId }) => tenantId === form.get('tenant'))
  if (form.get('answer') !== 'accept' || !chosen)
    return loginRefusalPage('Choose one of the organizations, then accept or cancel.')
  host.consentPolicies.approve(chosen.tenantId, consent.app)
  return redirectBack(consent, {
    admin_consent: 'True',
    tenant: chosen.tenantId,
    scope: consent.scopes.join(' '),
  })
}

function readConsent(host: LoginHost, tenant: string, request: Request): AdminConsent | Response {
  const query = new URL(request.url).searchParams
  const found = readApp(host, query, knownParameters)
  if (found instanceof Response) return found
  const scopes = parseScopes(query.get('scope') ?? '')
  const unknown = scopes.find(({ scope }) => scope === null)
  if (scopes.length === 0 || unknown)
    return loginRefusalPage(`AADSTS70011: The scope '${unknown?.name ?? ''}' is not valid.`)
  // Personal accounts have no administrator, so `common` is not allowed.
  const accounts = host
    .listAccounts()
    .filter((account) => belongsToTenant(account, tenant) && !isPersonal(account))
  if (tenant === 'common' || tenant === 'consumers' || accounts.length === 0)
    return loginRefusalPage('AADSTS900144: Use the tenant of an organization.')
  const domains = accounts.map(({ tenantId, address }) => [tenantId, toDomain(address)] as const)
  return {
    ...found,
    state: query.get('state'),
    scopes: scopes.flatMap(({ scope }) => scope ?? []),
    organisations: [...new Map(domains)].map(([tenantId, domain]) => ({ tenantId, domain })),
  }
}

function toDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}
