import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { toUserFilters, toUserParams, type UserFilters } from './user-filters.ts'

/**
 * The page of users in the address. A cursor only leads forwards, so the history entry keeps the
 * cursors of the pages before it: they survive a reload, and the address stays short. An address
 * that was opened by itself has none, and Previous leads to the first page.
 */
export function useUserPages() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const filters = toUserFilters(params)
  const earlier = toCursors(state)

  function go(next: UserFilters, cursors: readonly string[], isReplacing: boolean) {
    void navigate(
      { search: `?${toUserParams(next)}` },
      { replace: isReplacing, preventScrollReset: true, state: { cursors } },
    )
  }

  return {
    filters,
    search(text: string) {
      // The field debounces, so `filters` may be out of date. The address is not.
      const current = toUserFilters(new URLSearchParams(location.search))
      if (text !== current.search) go({ ...current, search: text, cursor: '' }, [], true)
    },
    sort: ({ sort, order }: Pick<UserFilters, 'sort' | 'order'>) =>
      go({ ...filters, sort, order, cursor: '' }, [], true),
    clear: () => go({ ...filters, search: '', cursor: '' }, [], true),
    goToStart: () => go({ ...filters, cursor: '' }, [], true),
    goOn: (cursor: string) => go({ ...filters, cursor }, [...earlier, filters.cursor], false),
    goBack: () => go({ ...filters, cursor: earlier.at(-1) ?? '' }, earlier.slice(0, -1), false),
  }
}

function toCursors(state: unknown): string[] {
  if (typeof state !== 'object' || state === null || !('cursors' in state)) return []
  return Array.isArray(state.cursors) ? state.cursors.map(String) : []
}
