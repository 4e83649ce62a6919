import type { DashboardStats } from '@doorman/contract/dashboard'
import { productName } from '@doorman/domain/brand'
import type { TimeRange } from '@doorman/domain/site/dashboard'
import { formatCount, formatCountOf, formatEmails } from '../../lib/format.ts'
import { toKindName } from '../../lib/lists/kind-names.ts'

type Facts = Pick<
  DashboardStats,
  'totalFiltered' | 'totalProcessed' | 'wouldMove' | 'filteredKinds'
>

/** The range at the beginning of a sentence. */
const starts: Readonly<Record<TimeRange, string>> = {
  today: 'Today',
  week: 'This week',
  month: 'In the last 30 days',
  '90days': 'In the last 90 days',
  all: 'So far',
}

/** The numbers as a sentence. */
export function summarise(range: TimeRange, facts: Facts): string {
  const start = starts[range]
  const { totalFiltered, totalProcessed, wouldMove } = facts
  if (totalProcessed === 0) return `${start}, no email has come in yet.`
  if (totalFiltered === 0 && wouldMove === 0)
    return `${start}, nothing is filtered. ${describeKept(totalProcessed)}`
  if (totalFiltered === 0)
    return `${start}, ${productName} would have taken ${formatCold(wouldMove)} out of your way. Nothing was moved.`
  const taken = `${start}, ${productName} took ${formatCold(totalFiltered)} out of your way${describeKinds(facts)}.`
  return wouldMove === 0 ? taken : `${taken} It would move ${formatCount(wouldMove)} more.`
}

/** Empty if the kinds are not known of all emails: after a year only their number is left. */
function describeKinds({ totalFiltered, filteredKinds }: Facts): string {
  const known = filteredKinds.reduce((sum, { count }) => sum + count, 0)
  if (known !== totalFiltered) return ''
  const parts = filteredKinds
    .toSorted((one, other) => Number(one.kind === 'other') - Number(other.kind === 'other'))
    .map(({ kind, count }) => `${formatCount(count)} ${toKindName(kind, count)}`)
  return `: ${joinWords(parts)}`
}

/** As 'a', 'a and b' or 'a, b, and c'. */
function joinWords(words: readonly string[]): string {
  if (words.length < 3) return words.join(' and ')
  return `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`
}

function formatCold(count: number): string {
  return formatCountOf(count, 'cold email', 'cold emails')
}

function describeKept(count: number): string {
  return count === 1
    ? 'The only email is in your inbox.'
    : `All ${formatEmails(count)} are in your inbox.`
}
