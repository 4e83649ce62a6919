import { loadBillingInfo } from '@doorman/contract/billing'
import { loadDashboardStats } from '@doorman/contract/dashboard'
import { listFilteredEmails } from '@doorman/contract/filtered-emails'
import type { LiveUpdate } from '@doorman/contract/live-updates'
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRefetcher, refetchAffected } from './refetch-updates.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createTab() {
  const tab = { isVisible: true, refetched: [] as LiveUpdate[][] }
  const refetcher = createRefetcher(
    (updates) => tab.refetched.push([...updates]),
    () => tab.isVisible,
  )
  return { tab, refetcher }
}

test('a hundred updates in a second cause two refetches: one at once, one at the end', async () => {
  const { tab, refetcher } = createTab()
  for (let count = 0; count < 100; count += 1) {
    refetcher.add('emails')
    await vi.advanceTimersByTimeAsync(9)
  }
  refetcher.add('accounts')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(tab.refetched).toEqual([['emails'], ['emails', 'accounts']])
})

test('a hidden tab refetches once it is visible', async () => {
  const { tab, refetcher } = createTab()
  tab.isVisible = false
  refetcher.add('emails')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(tab.refetched).toEqual([])
  tab.isVisible = true
  refetcher.resume()
  expect(tab.refetched).toEqual([['emails']])
})

test('after the end nothing is refetched', async () => {
  const { tab, refetcher } = createTab()
  refetcher.add('emails')
  refetcher.add('emails')
  refetcher.end()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(tab.refetched).toEqual([['emails']])
})

test('an update refetches what it affects and nothing else', async () => {
  const client = new QueryClient()
  const fetched: string[] = []
  const watch = (path: string) =>
    new QueryObserver(client, {
      queryKey: [path, {}],
      queryFn: () => fetched.push(path),
      staleTime: Infinity,
    }).subscribe(() => {})
  const all = [listFilteredEmails, loadDashboardStats, loadBillingInfo]
  const stops = all.map(({ path }) => watch(path))
  await vi.advanceTimersByTimeAsync(0)
  fetched.length = 0
  refetchAffected(client, ['emails'])
  await vi.advanceTimersByTimeAsync(0)
  expect(fetched).toEqual([listFilteredEmails.path, loadDashboardStats.path])
  for (const stop of stops) stop()
  client.clear()
})

test('a list with older pages is marked as out of date, but its rows do not shift', async () => {
  const client = new QueryClient()
  const queryKey = [listFilteredEmails.path, {}]
  let fetches = 0
  const list = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn: () => (fetches += 1),
    initialPageParam: 0,
    getNextPageParam: () => 1,
    staleTime: Infinity,
  })
  const stop = list.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  await list.fetchNextPage()
  refetchAffected(client, ['emails'])
  await vi.advanceTimersByTimeAsync(0)
  expect(fetches).toBe(2)
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
  stop()
  client.clear()
})
