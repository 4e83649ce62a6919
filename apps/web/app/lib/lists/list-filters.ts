import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import { categories, type Category } from '@doorman/domain/screening/categories'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '../paths.ts'
import { useStable } from '../use-stable.ts'

export const certainties = ['low', 'high'] as const
export const states = ['would-move', 'filtered', 'restored', 'spam'] as const
const orders = ['least-certain'] as const

/** Which emails a list shows. Kept in the URL, so that links and reloads keep them. `null` is no limit. */
export type ListFilters = {
  readonly search: string
  readonly accountId: MailboxId | null
  readonly kind: Category | null
  /** The first and the last day of arrival, such as `2026-11-17`. */
  readonly since: string | null
  readonly until: string | null
  readonly certainty: (typeof certainties)[number] | null
  readonly state: (typeof states)[number] | null
  /** `null` is newest first. */
  readonly order: (typeof orders)[number] | null
  /** The email that is opened and focused when the page is entered. */
  readonly openId: DecisionId | null
}

export const noFilters: ListFilters = {
  search: '',
  accountId: null,
  kind: null,
  since: null,
  until: null,
  certainty: null,
  state: null,
  order: null,
  openId: null,
}
export const maxSearchLength = 200

/** Reads the filters from a query string. Invalid values are ignored. */
export function toListFilters(params: URLSearchParams): ListFilters {
  const account = params.get('account')
  const open = params.get('open')
  return {
    search: (params.get('search') ?? '').trim().slice(0, maxSearchLength),
    accountId: isId<MailboxId>(account) ? account : null,
    kind: toOneOf(categories, params.get('kind')),
    since: toDay(params.get('since')),
    until: toDay(params.get('until')),
    certainty: toOneOf(certainties, params.get('certainty')),
    state: toOneOf(states, params.get('state')),
    order: toOneOf(orders, params.get('order')),
    openId: isId<DecisionId>(open) ? open : null,
  }
}

/** The rule of the id schemas, which the browser lacks: its build replaces zod by a stand-in. */
function isId<Id extends string>(text: string | null): text is Id {
  return text !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
}

export function toOneOf<Option extends string>(
  options: readonly Option[],
  text: string | null,
): Option | null {
  return options.find((option) => option === text) ?? null
}

/** The same days that the API accepts. Not `2026-02-30`, which the parser reads as 2 March. */
export function toDay(text: string | null): string | null {
  if (text === null || !/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return null
  const midnight = new Date(`${text}T00:00:00Z`)
  const isReal = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
  return isReal ? text : null
}

export function toSearchParams(filters: Partial<ListFilters>): URLSearchParams {
  const { search, accountId, kind, since, until, certainty, state, order, openId } = filters
  const params = new URLSearchParams()
  const values = { account: accountId, kind, since, until, certainty, state, order, open: openId }
  if (search?.trim()) params.set('search', search.trim())
  for (const [name, value] of Object.entries(values)) if (value) params.set(name, value)
  return params
}

/** The page that lists the filtered emails. */
export function toFilteredEmailsPath(filters: Partial<ListFilters> = {}): string {
  return toPath(paths.filteredEmails, filters)
}

function toPath(path: string, filters: Partial<ListFilters>): string {
  return [path, toSearchParams(filters).toString()].filter(Boolean).join('?')
}

/** How many filters hide emails. */
export function countFilters(filters: ListFilters): number {
  const { search, accountId, kind, since, until, certainty, state } = filters
  return [search, accountId, kind, since ?? until, certainty, state].filter(Boolean).length
}

export function hasFilters(filters: ListFilters): boolean {
  return countFilters(filters) > 0
}

export function useListFilters() {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(() => toListFilters(params), [params])
  const changeFilters = useStable((change: Partial<ListFilters>) => {
    // Callers debounce their changes, so `params` may be out of date. The URL is not.
    const current = toListFilters(new URLSearchParams(location.search))
    setParams(toSearchParams({ ...current, openId: null, ...change }), {
      replace: true,
      preventScrollReset: true,
    })
  })
  return { filters, changeFilters }
}
