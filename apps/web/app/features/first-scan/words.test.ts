import type { FirstScan } from '@doorman/contract/first-scans'
import type { MailboxId } from '@doorman/domain/ids'
import { expect, test } from 'vitest'
import { describeFirstScan, describeSavings } from './words.ts'

const scan: FirstScan = {
  accountId: 'x' as MailboxId,
  email: 'mara@berthline.example',
  provider: 'gmail',
  isObserveOnly: false,
  scanned: 75,
  moved: 0,
  wouldMove: 0,
  kinds: [],
  senders: [],
  minutesPerMonth: null,
}
const headlineOf = (changes: Partial<FirstScan>) =>
  describeFirstScan({ ...scan, ...changes }).headline

test('the headline says what has left the inbox', () => {
  expect(headlineOf({ moved: 34 })).toBe('34 cold emails are out of your inbox.')
  expect(headlineOf({ moved: 1, wouldMove: 3 })).toBe('1 cold email is out of your inbox.')
})

test('the headline of an observe-only account says what would leave', () => {
  expect(headlineOf({ wouldMove: 33, isObserveOnly: true })).toBe('We would move 33 of 75 emails.')
})

test('if nothing was found, the headline is a calm sentence', () => {
  expect(headlineOf({})).toBe('Your inbox is calm.')
})

test('the sentence names the place in the mailbox as the provider calls it', () => {
  expect(describeFirstScan({ ...scan, moved: 2 }).sentence).toContain('the label Doorman')
  expect(describeFirstScan({ ...scan, moved: 2, provider: 'microsoft' }).sentence).toContain(
    'the folder Doorman',
  )
})

test.each([
  [null, null],
  [0, null],
  [1, 'about 1 minute a month'],
  [44, 'about 44 minutes a month'],
  [50, 'about 1 hour a month'],
  [85, 'about 1.5 hours a month'],
  [125, 'about 2 hours a month'],
  [500, 'about 8 hours a month'],
])('%j minutes are %j', (minutes, words) => {
  expect(describeSavings(minutes)).toBe(words)
})
