import type { ActivityDay, ActivityEntry } from '@doorman/contract/activity'
import { keepGroupNames, type KeepGroup } from '@doorman/domain/screening/keep-groups'
import { addDays } from '@doorman/domain/time'
import { formatCount, formatWeekday } from '../../lib/format.ts'

/** Completes a number: '30 from people you know'. */
const keptWords: Readonly<Record<KeepGroup, string>> = {
  people: 'from people you know',
  newsletters: 'newsletters and notifications',
  rules: 'because of your rules',
  'not-cold': 'not cold outreach',
  unsure: 'not sure enough to move',
  other: 'for other reasons',
}

/** As 'Today', 'Yesterday' or 'Monday, November 16'. */
export function nameDay(day: string, today: string): string {
  if (day === today) return 'Today'
  return day === addDays(today, -1) ? 'Yesterday' : formatWeekday(day)
}

export function countKept({ kept }: ActivityDay): number {
  return keepGroupNames.reduce((sum, group) => sum + kept[group], 0)
}

/** As '58 kept: 30 from people you know, 21 newsletters and notifications, 7 not sure enough to move'. */
export function describeKept(day: ActivityDay): string {
  const groups = keepGroupNames
    .filter((group) => day.kept[group] > 0)
    .toSorted((one, other) => day.kept[other] - day.kept[one])
  const parts = groups.map((group) =>
    groups.length === 1 ? keptWords[group] : `${formatCount(day.kept[group])} ${keptWords[group]}`,
  )
  return `${formatCount(countKept(day))} kept: ${parts.join(', ')}`
}

/** As '12 filtered, 1 back in your inbox, 58 kept'. */
export function describeDay(day: ActivityDay): string {
  const parts = [
    [day.filtered, 'filtered'],
    [day.wouldMove, 'would move'],
    [day.restored, 'back in your inbox'],
    [countKept(day), 'kept'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${formatCount(count)} ${what}`)
    .join(', ')
}

type Facts = Pick<ActivityEntry, 'outcome' | 'action' | 'restoredBy'>

/** What has become of an email, as its badge says. */
export function describeOutcome({ outcome, action }: Facts): {
  title: string
  tone: 'plain' | 'cold' | 'good'
} {
  if (action === 'spam') return { title: 'Spam', tone: 'plain' }
  if (action === 'returned') return { title: 'Put back', tone: 'plain' }
  if (action === 'restored')
    return { title: outcome === 'observe' ? 'Kept' : 'Restored', tone: 'good' }
  if (outcome === 'observe') return { title: 'Would move', tone: 'cold' }
  return { title: outcome === 'filter' ? 'Filtered' : 'Kept', tone: 'plain' }
}

/** Who changed the decision; `null` if it stands. */
export function describeAction({ outcome, action, restoredBy }: Facts): string | null {
  switch (action) {
    case undefined:
      return null
    case 'spam':
      return 'You marked it as spam'
    case 'returned':
      return 'You put it back'
    case 'restored':
      if (restoredBy === 'sender') return 'The sender replied “We’ve met before”'
      return outcome === 'observe' ? 'You kept it' : 'You restored it'
  }
}
