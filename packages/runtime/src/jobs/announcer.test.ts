import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Announcement } from './announcements.ts'
import { announceAfter, createAnnouncer } from './announcer.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const toSync = (choice: number, delayMs = 0): Announcement => ({
  queueName: 'sync-mailbox/gmail',
  delayMs,
  choice,
})

function openAnnouncer() {
  const sent: (readonly string[])[] = []
  const announcer = createAnnouncer(async (texts) => void sent.push(texts), {
    setTimeout,
    now: () => Date.now(),
  })
  /** As a statement does that stores a job. Returns whether the statement announces it itself. */
  function store(announcement: Announcement, areCommittedAtOnce = true): boolean {
    const receiver = announcer.findReceiver({ areCommittedAtOnce })
    receiver?.(announcement)
    return receiver === null
  }
  return { announcer, store, sent }
}

test('a job that comes alone is announced by the statement that stores it', () => {
  const { store, sent } = openAnnouncer()
  expect(store(toSync(1))).toBe(true)
  vi.advanceTimersByTime(1_000)
  expect(store(toSync(2))).toBe(true)
  vi.advanceTimersByTime(1_000)
  expect(sent).toEqual([])
})

test('jobs that come close together are announced together', () => {
  const { store, sent } = openAnnouncer()
  store(toSync(1))
  expect([2, 3, 4].map((choice) => store(toSync(choice)))).toEqual([false, false, false])
  vi.advanceTimersByTime(199)
  expect(sent).toEqual([])
  vi.advanceTimersByTime(1)
  expect(sent).toEqual([[2, 3, 4].map((choice) => `sync-mailbox/gmail 0 ${choice}`)])
})

test('however many jobs come, they are announced five times a second', () => {
  const { store, sent } = openAnnouncer()
  let alone = 0
  for (let ms = 0; ms < 2_000; ms += 10) {
    if (store(toSync(ms))) alone += 1
    vi.advanceTimersByTime(10)
  }
  expect(alone).toBe(1)
  expect(sent).toHaveLength(10)
})

test('a delayed job is announced with the rest of its delay', () => {
  const { store, sent } = openAnnouncer()
  store(toSync(1))
  store(toSync(2, 1_200))
  store(toSync(3, 150))
  vi.advanceTimersByTime(200)
  expect(sent).toEqual([['sync-mailbox/gmail 1000 2', 'sync-mailbox/gmail 0 3']])
})

test('in a transaction, the statement announces its job however many there are', () => {
  const { store } = openAnnouncer()
  expect([1, 2, 3].map((choice) => store(toSync(choice), false))).toEqual([true, true, true])
})

test('a process that stops announces what waits', async () => {
  const { announcer, store, sent } = openAnnouncer()
  store(toSync(1))
  store(toSync(2))
  await announcer.stop()
  expect(sent).toEqual([['sync-mailbox/gmail 0 2']])
  vi.advanceTimersByTime(1_000)
  expect(sent).toHaveLength(1)
})

test('what a long job stores is announced before its end, and again at its end', async () => {
  const { store } = openAnnouncer()
  const announced: Announcement[] = []
  await announceAfter(
    async () => {
      for (const choice of [1, 2, 3]) store(toSync(choice))
      await vi.advanceTimersByTimeAsync(300)
      expect(announced).toEqual([toSync(3)])
    },
    (announcement) => void announced.push(announcement),
  )
  expect(announced).toEqual([toSync(3), toSync(3)])
  await vi.advanceTimersByTimeAsync(300)
  expect(announced).toHaveLength(2)
})

test('what follows from an announcement does not belong to the job that caused it', async () => {
  const { announcer, store } = openAnnouncer()
  const receivers: unknown[] = []
  await announceAfter(
    async () => {
      store(toSync(1), false)
      await vi.advanceTimersByTimeAsync(300)
    },
    () => void receivers.push(announcer.findReceiver({ areCommittedAtOnce: false })),
  )
  expect(receivers).toEqual([null, null])
})

test.each(['ends', 'fails'])('what a job stores is announced when it %s', async (end) => {
  const { store } = openAnnouncer()
  const announced: Announcement[] = []
  const run = announceAfter(
    async () => {
      expect(store(toSync(1), false)).toBe(false)
      await Promise.resolve()
      expect(store(toSync(2, 10_000))).toBe(false)
      expect(announced).toEqual([])
      if (end === 'fails') throw new Error('failed')
    },
    (announcement) => void announced.push(announcement),
  )
  await run.catch(() => {})
  expect(announced).toEqual([toSync(1), toSync(2, 10_000)])
  expect(store(toSync(3))).toBe(true)
})
