import { expect, test } from 'vitest'
import { toListPollMs } from './list-polling.ts'

test('without live updates a list is refetched every ten seconds, with them every minute', () => {
  expect(toListPollMs(false, 1)).toBe(10_000)
  expect(toListPollMs(false, 1, true)).toBe(60_000)
})

test('during a scan a list is refetched every two seconds', () => {
  expect([toListPollMs(true, 1, true), toListPollMs(true, 2)]).toEqual([2_000, 2_000])
})

test('a list is not refetched once older pages are loaded', () => {
  expect(toListPollMs(false, 2)).toBe(false)
})
