import { auditActs } from '@doorman/domain/accounts/audit'

/** The longest search that the API accepts. */
export const maxSearchLength = 254

/**
 * One act, or everything. By default everything except the requests of admins who view the app as a
 * user: there are many of them.
 */
export const actChoices = ['decisions', 'everything', ...auditActs] as const
export type ActChoice = (typeof actChoices)[number]

/** Which entries the log shows, as the address says. */
export type AuditFilters = { readonly search: string; readonly act: ActChoice }

/** Reads the filters from the address. Invalid values are ignored. */
export function toAuditFilters(params: URLSearchParams): AuditFilters {
  return {
    search: (params.get('search') ?? '').trim().slice(0, maxSearchLength),
    act: toActChoice(params.get('act')),
  }
}

export function toAuditParams({ search, act }: AuditFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (act !== 'decisions') params.set('act', act)
  return params
}

export function toActChoice(name: string | null): ActChoice {
  return actChoices.find((choice) => choice === name) ?? 'decisions'
}

/** What the server is asked for. */
export function toAuditInput({ search, act }: AuditFilters) {
  return {
    search: search || undefined,
    act: act === 'decisions' || act === 'everything' ? undefined : act,
    hideViewRequests: act === 'decisions' ? ('true' as const) : undefined,
  }
}
