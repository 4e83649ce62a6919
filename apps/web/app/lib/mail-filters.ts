import type { MailboxId } from '@doorman/domain/ids'
import { useSearchParams } from 'react-router'
import { paths } from './paths.ts'

/** Which mail a list shows. Kept in the address, so that a list can be linked to and comes back after a reload. */
export type MailFilters = {
  readonly search: string
  /** `null` for all accounts. */
  readonly accountId: MailboxId | null
}

export const noFilters: MailFilters = { search: '', accountId: null }
export const longestSearch = 200

/** Whatever somebody wrote into the address, it makes sense or counts for nothing. */
export function toMailFilters(params: URLSearchParams): MailFilters {
  const account = params.get('account') ?? ''
  return {
    search: (params.get('search') ?? '').trim().slice(0, longestSearch),
    accountId: isMailboxId(account) ? account : null,
  }
}

/** The schema would say the same, but brings its library into every page. */
function isMailboxId(text: string): text is MailboxId {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
}

export function toSearchParams({ search, accountId }: MailFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (search.trim()) params.set('search', search.trim())
  if (accountId) params.set('account', accountId)
  return params
}

/** Where the filtered mail of one account is listed. */
export function toFilteredMailOf(accountId: MailboxId): string {
  return `${paths.filteredEmails}?${toSearchParams({ ...noFilters, accountId })}`
}

/** Where all that was decided about the mail of one account is listed. */
export function toActivityOf(accountId: MailboxId): string {
  return `${paths.activity}?${toSearchParams({ ...noFilters, accountId })}`
}

export function hasFilters({ search, accountId }: MailFilters): boolean {
  return search !== '' || accountId !== null
}

export function useMailFilters() {
  const [params, setParams] = useSearchParams()
  return {
    filters: toMailFilters(params),
    changeFilters(change: Partial<MailFilters>) {
      // Whoever waited before they changed it may hold an address that is no longer the current one.
      const current = toMailFilters(new URLSearchParams(location.search))
      setParams(toSearchParams({ ...current, ...change }), {
        replace: true,
        preventScrollReset: true,
      })
    },
  }
}
