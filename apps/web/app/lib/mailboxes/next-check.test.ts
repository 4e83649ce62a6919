import { expect, test } from 'vitest'
import { describeNextCheck, findNextCheck } from './next-check.ts'

const now = new Date(2026, 10, 15, 14, 0)
const minutesFromNow = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()

const healthy = {
  problem: null,
  isPaused: false,
  isActive: true,
  nextCheckAt: minutesFromNow(5),
} as const
const unscheduled = { ...healthy, nextCheckAt: null }

test.each([
  [healthy, /^Today at 2:05\sPM$/],
  [{ ...healthy, problem: 'out-of-reach' }, /^Today at 2:05\sPM$/],
  [{ ...healthy, nextCheckAt: minutesFromNow(0) }, 'Any moment'],
  [{ ...healthy, nextCheckAt: minutesFromNow(-60) }, 'Any moment'],
  [unscheduled, 'Any moment'],
  [{ ...unscheduled, isActive: false }, 'Once set as active'],
  [{ ...unscheduled, isPaused: true }, 'Once resumed'],
  [{ ...unscheduled, isPaused: true, isActive: false }, 'Once resumed'],
  [{ ...unscheduled, problem: 'needs-reconnect', isPaused: true }, 'Once reconnected'],
] as const)('the next check of %j is shown as %s', (account, expected) => {
  expect(describeNextCheck(account, now)).toMatch(expected)
})

test('findNextCheck returns the earliest check unless it is due already', () => {
  const at = (minutes: number | null) => ({
    nextCheckAt: minutes === null ? null : minutesFromNow(minutes),
  })
  expect(findNextCheck([at(9), at(null), at(4)], now)).toBe(minutesFromNow(4))
  expect(findNextCheck([at(9), at(-1)], now)).toBeNull()
  expect(findNextCheck([at(null)], now)).toBeNull()
})
