import { domainOf } from '../mail/address-parts.ts'
import type { Category } from '../screening/categories.ts'
import { dayMs } from '../time.ts'
import { secondsPerColdEmail } from './dashboard.ts'

const daysPerMonth = 30
const maxSenders = 5

/** An email that the first scan of a mailbox found. */
export type FoundEmail = {
  /** `null` if it was found because of its sender alone. */
  readonly category: Category | null
  readonly senderAddress: string | null
}

/**
 * The minutes that a month of such emails would take, if `count` of them came within `spanMs`. `null`
 * for less than a day, which says too little about a month.
 */
export function toMinutesPerMonth(count: number, spanMs: number): number | null {
  if (spanMs < dayMs) return null
  const perMonth = (count / (spanMs / dayMs)) * daysPerMonth
  return Math.round((perMonth * secondsPerColdEmail) / 60)
}

/** How many emails of each kind there are, most frequent first. */
export function countKinds(found: readonly FoundEmail[]): { kind: Category; count: number }[] {
  const kinds = countEach(found.map(({ category }) => category ?? 'other'))
  return kinds.map(([kind, count]) => ({ kind, count }))
}

/** The domains that sent most of the emails, most frequent first. */
export function countSenders(found: readonly FoundEmail[]): { domain: string; count: number }[] {
  const addresses = found.flatMap(({ senderAddress }) => senderAddress ?? [])
  return countEach(addresses.map(domainOf))
    .slice(0, maxSenders)
    .map(([domain, count]) => ({ domain, count }))
}

function countEach<Value extends string>(values: readonly Value[]): [Value, number][] {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
}
