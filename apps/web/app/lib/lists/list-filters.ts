import type { MailboxId } from '@doorman/domain/ids'
import { useSearchParams } from 'react-router'
import { paths } from '../paths.ts'

/** Which emails a list shows. Kept in the URL, so that links and reloads keep them. */
export type ListFilters = {
  readonly search: string
  /** `null` for all accounts. */
  readonly accountId: MailboxId | null
}

export const noFilters: ListFilters = { search: '', accountId: null }
export const maxSearchLength = 200

/** Reads the filters from a query string. Invalid values are ignored. */
export function toListFilters(params: URLSearchParams): ListFilters {
  const account = params.get('account') ?? ''
  return {
    search: (params.get('search') ?? '').trim().slice(0, maxSearchLength),
    accountId: isMailboxId(account) ? account : null,
  }
}

/** Same rule as the schema `MailboxId`, which the browser cannot parse with. */
function isMailboxId(text: string): text is MailboxId {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
}

export function toSearchParams({ search, accountId }: ListFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (search.trim()) params.set('search', search.trim())
  if (accountId) params.set('account', accountId)
  return params
}

/** The page that lists the filtered emails of one account. */
export function toFilteredEmailsPath(accountId: MailboxId): string {
  return `${paths.filteredEmails}?${toSearchParams({ ...noFilters, accountId })}`
}

/** The page that lists every decision about the emails of one account. */
export function toActivityPath(accountId: MailboxId): string {
  return `${paths.activity}?${toSearchParams({ ...noFilters, accountId })}`
}

export function hasFilters({ search, accountId }: ListFilters): boolean {
  return search !== '' || accountId !== null
}

export function useListFilters() {
  const [params, setParams] = useSearchParams()
  return {
    filters: toListFilters(params),
    changeFilters(change: Partial<ListFilters>) {
      // Callers debounce their changes, so `params` may be out of date. The URL is not.
      const current = toListFilters(new URLSearchParams(location.search))
      setParams(toSearchParams({ ...current, ...change }), {
        replace: true,
        preventScrollReset: true,
      })
    },
  }
}
