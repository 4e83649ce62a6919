import { expect, test } from 'vitest'
import {
  countKept,
  describeAction,
  describeDay,
  describeKept,
  describeOutcome,
  nameDay,
} from './activity-words.ts'

const none = { people: 0, newsletters: 0, rules: 0, 'not-cold': 0, unsure: 0, other: 0 }
const day = {
  day: '2026-11-16',
  filtered: 12,
  wouldMove: 0,
  restored: 1,
  kept: { ...none, people: 21, newsletters: 30, unsure: 7 },
}

test('kept emails are one sentence, the largest group first', () => {
  expect(countKept(day)).toBe(58)
  expect(describeKept(day)).toBe(
    '58 kept: 30 newsletters and notifications, 21 from people you know, 7 not sure enough to move',
  )
})

test('a single group needs no second number', () => {
  expect(describeKept({ ...day, kept: { ...none, people: 1 } })).toBe(
    '1 kept: from people you know',
  )
})

test('a day is summarised without what did not happen', () => {
  expect(describeDay(day)).toBe('12 filtered, 1 back in your inbox, 58 kept')
  expect(describeDay({ ...day, filtered: 0, wouldMove: 3, restored: 0, kept: none })).toBe(
    '3 would move',
  )
})

test('the last two days have names', () => {
  expect(nameDay('2026-11-17', '2026-11-17')).toBe('Today')
  expect(nameDay('2026-11-16', '2026-11-17')).toBe('Yesterday')
  expect(nameDay('2026-11-15', '2026-11-17')).toBe('Sunday, November 15')
  expect(nameDay('2026-10-31', '2026-11-01')).toBe('Yesterday')
})

test.each([
  [{ outcome: 'filter' }, 'Filtered', null],
  [{ outcome: 'observe' }, 'Would move', null],
  [{ outcome: 'keep' }, 'Kept', null],
  [{ outcome: 'filter', action: 'spam' }, 'Spam', 'You marked it as spam'],
  [{ outcome: 'filter', action: 'returned', restoredBy: 'user' }, 'Put back', 'You put it back'],
  [{ outcome: 'filter', action: 'restored', restoredBy: 'user' }, 'Restored', 'You restored it'],
  [
    { outcome: 'filter', action: 'restored', restoredBy: 'sender' },
    'Restored',
    'The sender replied “We’ve met before”',
  ],
  [{ outcome: 'observe', action: 'restored', restoredBy: 'user' }, 'Kept', 'You kept it'],
] as const)('%j has the badge %j', (entry, title, words) => {
  expect(describeOutcome(entry).title).toBe(title)
  expect(describeAction(entry)).toBe(words)
})
