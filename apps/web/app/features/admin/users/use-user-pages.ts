import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { toUserFilters, toUserParams, type UserFilters } from './user-filters.ts'

/** A page before the shown one: where it begins, and how many users it shows. */
type EarlierPage = { readonly cursor: string; readonly shown: number }

/**
 * The page of users in the address. A cursor only leads forwards, so the history entry keeps the
 * pages before it: they survive a reload, and the address stays short. An address that was
 * opened from a link or typed has none, and Previous leads to the first page.
 */
export function useUserPages() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const filters = toUserFilters(params)
  const earlier = toEarlierPages(state)

  function go(next: UserFilters, pages: readonly EarlierPage[], isReplacing: boolean) {
    void navigate(
      { search: `?${toUserParams(next)}` },
      { replace: isReplacing, preventScrollReset: true, state: { pages } },
    )
  }

  return {
    filters,
    /** How many users the pages before show; `null` if they are not known. */
    before:
      filters.cursor !== '' && earlier.length === 0
        ? null
        : earlier.reduce((sum, { shown }) => sum + shown, 0),
    search(text: string) {
      // The field debounces, so `filters` may be out of date. The address is not.
      const current = toUserFilters(new URLSearchParams(location.search))
      if (text !== current.search) go({ ...current, search: text, cursor: '' }, [], true)
    },
    sort: ({ sort, order }: Pick<UserFilters, 'sort' | 'order'>) =>
      go({ ...filters, sort, order, cursor: '' }, [], true),
    clear: () => go({ ...filters, search: '', cursor: '' }, [], true),
    goToStart: () => go({ ...filters, cursor: '' }, [], true),
    goOn: (cursor: string, shown: number) =>
      go({ ...filters, cursor }, [...earlier, { cursor: filters.cursor, shown }], false),
    goBack: () =>
      go({ ...filters, cursor: earlier.at(-1)?.cursor ?? '' }, earlier.slice(0, -1), false),
  }
}

function toEarlierPages(state: unknown): readonly EarlierPage[] {
  if (typeof state !== 'object' || state === null || !('pages' in state)) return []
  // Safe: only `go` writes the state of a history entry here.
  return state.pages as readonly EarlierPage[]
}
