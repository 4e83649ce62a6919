import { expect, test } from 'vitest'
import { toTrialReminder } from './trial-reminder.ts'

test.each([
  [null, null],
  [14, null],
  [8, null],
  [7, 7],
  [6, 7],
  [4, 7],
  [3, 3],
  [1, 3],
  [0, 0],
])('with %s days left, the reminder of day %s is due', (daysLeft, reminder) => {
  expect(toTrialReminder(daysLeft)).toBe(reminder)
})
