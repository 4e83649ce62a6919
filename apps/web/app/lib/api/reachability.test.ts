import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReachability } from './reachability.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createBrowser() {
  const world = { isOnline: true, isServerUp: true, probes: 0 }
  const reachability = createReachability({
    isOnline: () => world.isOnline,
    probe: async () => {
      world.probes += 1
      return world.isServerUp
    },
  })
  const seen: string[] = []
  reachability.subscribe(() => seen.push(reachability.read()))
  return { world, reachability, seen }
}

test('one failed request proves nothing while the server answers', async () => {
  const { reachability, seen } = createBrowser()
  await reachability.check()
  expect(seen).toEqual([])
})

test('while the server is unreachable it is asked again, less and less often, until it answers', async () => {
  const { world, reachability, seen } = createBrowser()
  world.isServerUp = false
  await reachability.check()
  expect(seen).toEqual(['unreachable'])
  await vi.advanceTimersByTimeAsync(2_000 + 4_000 + 8_000 + 15_000 + 15_000)
  expect(world.probes).toBe(6)
  world.isServerUp = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(seen).toEqual(['unreachable', 'reachable'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(world.probes).toBe(7)
})

test('an offline browser sends no probe, and is reachable again after the first answer online', async () => {
  const { world, reachability, seen } = createBrowser()
  world.isOnline = false
  await reachability.check()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([seen, world.probes]).toEqual([['offline'], 0])
  world.isOnline = true
  await reachability.check()
  expect(seen).toEqual(['offline', 'reachable'])
})

test('an answer to any request ends the outage', async () => {
  const { world, reachability, seen } = createBrowser()
  world.isServerUp = false
  await reachability.check()
  reachability.onAnswer()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([seen, world.probes]).toEqual([['unreachable', 'reachable'], 1])
})

test('several failures at once cause one probe', async () => {
  const { world, reachability } = createBrowser()
  await Promise.all([reachability.check(), reachability.check(), reachability.check()])
  expect(world.probes).toBe(1)
})
