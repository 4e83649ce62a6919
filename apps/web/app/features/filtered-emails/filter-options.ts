import { categories } from '@doorman/domain/screening/categories'
import type { ListFilters } from '../../lib/lists/list-filters.ts'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { describeDays } from './days.ts'
import { kinds } from './facts.ts'

export const kindOptions = [
  { value: '', label: 'All kinds' },
  ...categories.map((value) => ({ value, label: kinds[value] })),
] as const

export const certaintyOptions = [
  { value: '', label: 'Any certainty' },
  { value: 'low', label: 'Less certain' },
  { value: 'high', label: 'Certain' },
] as const

export const stateOptions = [
  { value: '', label: 'Any state' },
  { value: 'would-move', label: 'Would move' },
  { value: 'filtered', label: 'Filtered' },
  { value: 'restored', label: 'Back in inbox' },
  { value: 'spam', label: 'Spam' },
] as const

export const orderOptions = [
  { value: '', label: 'Newest first' },
  { value: 'least-certain', label: 'Least certain first' },
] as const

/** An active filter in words, and the change that removes it. */
export type ActiveFilter = { readonly label: string; readonly removal: Partial<ListFilters> }

export function toActiveFilters(
  filters: ListFilters,
  accounts: readonly Pick<Account, 'id' | 'email'>[],
  today: string,
): ActiveFilter[] {
  const { search, accountId, kind, since, until, certainty, state } = filters
  const account = accounts.find(({ id }) => id === accountId)
  const labels: (ActiveFilter | false)[] = [
    search !== '' && { label: `“${search}”`, removal: { search: '' } },
    kind !== null && { label: kinds[kind], removal: { kind: null } },
    accountId !== null && {
      label: account?.email ?? 'Another account',
      removal: { accountId: null },
    },
    (since !== null || until !== null) && {
      label: describeDays({ since, until }, today),
      removal: { since: null, until: null },
    },
    certainty !== null && {
      label: findLabel(certaintyOptions, certainty),
      removal: { certainty: null },
    },
    state !== null && { label: findLabel(stateOptions, state), removal: { state: null } },
  ]
  return labels.filter((each) => each !== false)
}

function findLabel(
  options: readonly { readonly value: string; readonly label: string }[],
  value: string,
): string {
  return options.find((option) => option.value === value)?.label ?? value
}
