import { expect, test } from 'vitest'
import { findScanProgress } from './first-scan.ts'

const fresh = {
  syncStatus: 'waiting',
  syncProgress: 0,
  syncTotal: 0,
  isActive: true,
  isPaused: false,
  problem: null,
} as const

test('a new account is at the start of its scan', () => {
  expect(findScanProgress(fresh)).toEqual({ done: 0, total: 100 })
})

test('a running scan reports its progress and total', () => {
  const account = { ...fresh, syncStatus: 'syncing', syncProgress: 12, syncTotal: 74 } as const
  expect(findScanProgress(account)).toEqual({ done: 12, total: 74 })
})

test.each([
  { isPaused: true },
  { isActive: false },
  { problem: 'out-of-reach' },
  { syncStatus: 'synced' },
] as const)('an account with %j is not being scanned', (change) => {
  expect(findScanProgress({ ...fresh, ...change })).toBeNull()
})
