import { expect, test } from 'vitest'
import { describeIndexProgress, findIndexProgress } from './index-progress.ts'

const indexProgress = { read: 3_400, total: 12_000 }
const account = { indexProgress, isActive: true, isPaused: false, problem: null }

test('the progress reads as a sentence', () => {
  expect(describeIndexProgress(indexProgress)).toBe(
    'Learning who you write to: 3,400 of 12,000 sent emails',
  )
})

test('an account in use shows its progress, also while its provider is out of reach', () => {
  expect(findIndexProgress(account)).toBe(indexProgress)
  expect(findIndexProgress({ ...account, problem: 'out-of-reach' })).toBe(indexProgress)
})

test.each([
  { indexProgress: null },
  { isPaused: true },
  { isActive: false },
  { problem: 'needs-reconnect' },
] as const)('an account with %j shows no progress', (change) => {
  expect(findIndexProgress({ ...account, ...change })).toBeNull()
})
