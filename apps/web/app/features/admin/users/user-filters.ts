import { userSortKeys, type UserSortKey } from '@doorman/contract/admin-users'

/** The longest search that the API accepts. */
export const maxSearchLength = 254

/** Which users the table shows, as the address says. */
export type UserFilters = {
  readonly search: string
  readonly sort: UserSortKey
  readonly order: 'asc' | 'desc'
  /** Where the page begins; empty for the first one. */
  readonly cursor: string
}

const firstSort = 'createdAt'

/** Reads the filters from the address. Invalid values are ignored. */
export function toUserFilters(params: URLSearchParams): UserFilters {
  const sort = userSortKeys.find((key) => key === params.get('sort')) ?? firstSort
  const order = params.get('order')
  return {
    search: (params.get('search') ?? '').trim().slice(0, maxSearchLength),
    sort,
    order: order === 'asc' || order === 'desc' ? order : toFirstOrder(sort),
    cursor: (params.get('cursor') ?? '').slice(0, 500),
  }
}

/** The address of a page of users. Default values are left out. */
export function toUserParams({ search, sort, order, cursor }: UserFilters): URLSearchParams {
  const params = new URLSearchParams({ tab: 'users' })
  if (search.trim()) params.set('search', search.trim())
  if (sort !== firstSort) params.set('sort', sort)
  if (order !== toFirstOrder(sort)) params.set('order', order)
  if (cursor) params.set('cursor', cursor)
  return params
}

export function toUsersInput({ search, sort, order, cursor }: UserFilters) {
  return { search: search || undefined, sort, order, cursor: cursor || undefined }
}

type Sorting = Pick<UserFilters, 'sort' | 'order'>

/** The sorting after a click on a column: the other direction, or another column from its start. */
export function sortBy({ sort, order }: Sorting, key: UserSortKey): Sorting {
  if (sort !== key) return { sort: key, order: toFirstOrder(key) }
  return { sort, order: order === 'asc' ? 'desc' : 'asc' }
}

/** Sort options for narrow screens, which show no column headers to click. */
export const sortChoices: readonly (Sorting & { label: string })[] = [
  { sort: 'createdAt', order: 'desc', label: 'Newest first' },
  { sort: 'createdAt', order: 'asc', label: 'Oldest first' },
  { sort: 'email', order: 'asc', label: 'Email, A to Z' },
  { sort: 'email', order: 'desc', label: 'Email, Z to A' },
  { sort: 'filteredEmailCount', order: 'desc', label: 'Most filtered' },
  { sort: 'filteredEmailCount', order: 'asc', label: 'Least filtered' },
  { sort: 'trialEndDate', order: 'asc', label: 'Trial ends first' },
  { sort: 'trialEndDate', order: 'desc', label: 'Trial ends last' },
]

/** Addresses begin at A; numbers and dates begin with the largest. */
function toFirstOrder(key: UserSortKey): 'asc' | 'desc' {
  return key === 'email' ? 'asc' : 'desc'
}
