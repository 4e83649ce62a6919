import { formatCount, formatCountOf } from '../../../lib/format.ts'

/** Where a page of users is in the whole list, such as '51–100 of 1,204'. */
export function describeRange({
  before,
  shown,
  total,
  hasNext,
}: {
  /** How many users the pages before show; `null` if the page was opened by its address. */
  before: number | null
  shown: number
  /** How many users there are; `null` if that is not counted, as in a search. */
  total: number | null
  hasNext: boolean
}): string {
  if (before === null) return total === null ? '' : formatUsers(total)
  const last = before + shown
  if (!hasNext && before === 0) return formatUsers(last)
  const range = `${formatCount(before + 1)}–${formatCount(last)}`
  // On the last page the range gives the total. The counted one may be out of date.
  const all = hasNext ? total : last
  return all === null ? range : `${range} of ${formatCount(Math.max(all, last))}`
}

function formatUsers(count: number): string {
  return formatCountOf(count, 'user', 'users')
}
