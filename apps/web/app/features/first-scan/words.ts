import type { FirstScan } from '@doorman/contract/first-scans'
import { productName } from '@doorman/domain/brand'
import { formatCount, formatCountOf, formatEmails } from '../../lib/format.ts'

/** What the first scan has found, as a headline and a sentence. */
export function describeFirstScan(scan: FirstScan): { headline: string; sentence: string } {
  const { moved, wouldMove, scanned, email, isObserveOnly } = scan
  const checked = `We checked ${formatEmails(scanned)} in ${email}`
  if (moved > 0)
    return {
      headline: `${formatCountOf(moved, 'cold email is', 'cold emails are')} out of your inbox.`,
      sentence: `${checked}. Nothing is deleted: ${toPlace(scan)}`,
    }
  if (wouldMove > 0)
    return {
      headline: `We would move ${formatCount(wouldMove)} of ${formatEmails(scanned)}.`,
      sentence: isObserveOnly
        ? `${email} is observe-only, so they’re still in your inbox.`
        : `We found them while ${email} was observe-only, so they’re still in your inbox.`,
    }
  return {
    headline: 'Your inbox is calm.',
    sentence: `${checked} and there’s nothing to clear out. From now on, new email is checked as it arrives.`,
  }
}

function toPlace({ provider, moved }: FirstScan): string {
  const they = moved === 1 ? 'it’s' : 'they’re'
  return provider === 'gmail'
    ? `${they} under the label ${productName}.`
    : `${they} in the folder ${productName}.`
}

/** As 'about 25 minutes a month' or 'about 1.5 hours a month'; `null` for less than a minute. */
export function describeSavings(minutesPerMonth: number | null): string | null {
  if (minutesPerMonth === null || minutesPerMonth < 1) return null
  if (minutesPerMonth < 45)
    return `about ${formatCountOf(minutesPerMonth, 'minute', 'minutes')} a month`
  const halfHours = Math.round(minutesPerMonth / 30)
  const isPrecise = halfHours < 6
  const hours = isPrecise ? halfHours / 2 : Math.round(minutesPerMonth / 60)
  return `about ${formatCountOf(hours, 'hour', 'hours')} a month`
}
