import { sendEmailJob, syncSubscriptionJob } from '@doorman/services/ports/jobs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDispatcher, type Claimed } from './dispatcher.ts'
import type { Slot, SlotQueue } from './slots.ts'

const toQueue = (name: string, isUrgent = false): SlotQueue => ({
  name,
  isUrgent,
  handler: { name, slots: 1, run: async () => {} },
})
const [email, payment] = [toQueue(sendEmailJob.name), toQueue(syncSubscriptionJob.name)]
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A dispatcher over queues in memory. A job runs until it is ended by its name. */
function open(
  slots: readonly Slot[],
  claim?: (queue: SlotQueue, limit: number) => Promise<Claimed<string>>,
) {
  const waiting = new Map<string, string[]>()
  const looks: [string, number][] = []
  const started: string[] = []
  const errors: unknown[] = []
  const ends = new Map<string, () => void>()
  const dispatcher = openDispatcher<string>({
    slots,
    async claim(queue, limit) {
      looks.push([queue.name, limit])
      if (claim) return claim(queue, limit)
      const due = waiting.get(queue.name) ?? []
      const jobs = due.splice(0, limit)
      return { jobs, hasMore: due.length > 0 }
    },
    async run(_queue, job) {
      started.push(job)
      await new Promise<void>((resolve) => ends.set(job, resolve))
    },
    onError: (error) => void errors.push(error),
  })
  return {
    ...dispatcher,
    looks,
    started,
    errors,
    enqueue(queue: SlotQueue, ...jobs: string[]) {
      waiting.set(queue.name, [...(waiting.get(queue.name) ?? []), ...jobs])
      dispatcher.wake(queue.name)
    },
    async end(job: string) {
      ends.get(job)?.()
      await turn()
    },
  }
}

test('a job that arrives alone costs one look, however many slots are idle', async () => {
  const { enqueue, looks, end } = open([[email], [email], [email], [payment]])
  enqueue(email, 'only')
  await turn()
  await end('only')
  expect(looks).toEqual([[email.name, 3]])
})

test('one look fills all free slots, and each slot that becomes free takes the next job', async () => {
  const { enqueue, looks, started, end } = open([[email], [email]])
  enqueue(email, 'a', 'b', 'c', 'd')
  await turn()
  expect(started).toEqual(['a', 'b'])
  await end('b')
  expect(started).toEqual(['a', 'b', 'c'])
  await end('a')
  await end('c')
  await end('d')
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  expect(looks).toEqual([
    [email.name, 2],
    [email.name, 1],
    [email.name, 1],
  ])
})

test('a job that is enqueued during a look is found', async () => {
  const isOver = Promise.withResolvers<void>()
  let count = 0
  const { wake, looks } = open([[email]], async () => {
    count += 1
    if (count === 1) await isOver.promise
    return { jobs: [], hasMore: false }
  })
  wake(email.name)
  wake(email.name)
  isOver.resolve()
  await turn()
  expect(looks).toHaveLength(2)
})

test('a job that is enqueued at the very end of a look is found', async () => {
  const { wake, looks, stop } = open([[email]], async () => {
    // The dispatcher continues in a microtask. This wake-up comes right after it.
    queueMicrotask(() => queueMicrotask(() => looks.length < 20 && wake(email.name)))
    return { jobs: [], hasMore: false }
  })
  wake(email.name)
  await turn()
  expect(looks).toHaveLength(20)
  await stop()
})

test('a queue whose due jobs may not start yet is asked again when one of its jobs ends', async () => {
  const results: Claimed<string>[] = [
    { jobs: ['first'], hasMore: false },
    { jobs: [], hasMore: true },
    { jobs: ['second'], hasMore: false },
  ]
  const { wake, looks, started, end } = open(
    [[email], [email]],
    async () => results.shift() ?? { jobs: [], hasMore: false },
  )
  wake(email.name)
  await turn()
  wake(email.name)
  await turn()
  expect(looks).toHaveLength(2)
  await end('first')
  expect(started).toEqual(['first', 'second'])
  await end('second')
  expect(looks).toHaveLength(3)
})

test('a queue is asked again if one of its jobs ends while a look still sees it running', async () => {
  const isOver = Promise.withResolvers<void>()
  const results: Claimed<string>[] = [
    { jobs: ['first'], hasMore: false },
    { jobs: [], hasMore: true },
    { jobs: ['second'], hasMore: false },
  ]
  const { wake, looks, started, end } = open([[email], [email]], async () => {
    if (looks.length === 2) await isOver.promise
    return results.shift() ?? { jobs: [], hasMore: false }
  })
  wake(email.name)
  await turn()
  wake(email.name)
  await end('first')
  isOver.resolve()
  await turn()
  expect(started).toEqual(['first', 'second'])
})

test('a queue is asked again every second while its due jobs wait for a job of another worker', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const results: Claimed<string>[] = [
    { jobs: [], hasMore: true },
    { jobs: [], hasMore: true },
    { jobs: ['waited'], hasMore: false },
  ]
  const { wake, looks, started } = open(
    [[email]],
    async () => results.shift() ?? { jobs: [], hasMore: false },
  )
  wake(email.name)
  await turn()
  vi.advanceTimersByTime(999)
  await turn()
  expect(looks).toHaveLength(1)
  vi.advanceTimersByTime(1)
  await turn()
  expect(looks).toHaveLength(2)
  vi.advanceTimersByTime(1_000)
  await turn()
  expect(started).toEqual(['waited'])
  expect(vi.getTimerCount()).toBe(0)
})

test('a wake or the end of a job replaces the timer of a blocked queue', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const results: Claimed<string>[] = [
    { jobs: ['running'], hasMore: false },
    { jobs: [], hasMore: true },
    { jobs: [], hasMore: true },
  ]
  const { wake, looks, end } = open(
    [[email], [email]],
    async () => results.shift() ?? { jobs: [], hasMore: false },
  )
  for (let count = 0; count < 3; count += 1) {
    wake(email.name)
    await turn()
  }
  expect(vi.getTimerCount()).toBe(1)
  await end('running')
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(5_000)
  await turn()
  expect(looks).toHaveLength(4)
})

test('jobs behind those of a busy mailbox are found: the queue is asked as long as a look brings jobs', async () => {
  const results: Claimed<string>[] = [
    { jobs: ['noisy'], hasMore: true },
    { jobs: ['quiet'], hasMore: true },
    { jobs: [], hasMore: true },
  ]
  const { wake, looks, started } = open(
    [[email], [email], [email]],
    async () => results.shift() ?? { jobs: [], hasMore: false },
  )
  wake(email.name)
  await turn()
  expect(started).toEqual(['noisy', 'quiet'])
  expect(looks.map(([, limit]) => limit)).toEqual([3, 2, 1])
})

test('of the queues that share a slot, urgent ones come first, then those that were woken first', async () => {
  const [index, reply] = [toQueue('index'), toQueue('reply', true)]
  const { enqueue, started, end } = open([[index, email, reply]])
  enqueue(index, 'running', 'index')
  await turn()
  enqueue(email, 'email')
  enqueue(reply, 'reply')
  for (const job of ['running', 'reply', 'index', 'email']) await end(job)
  expect(started).toEqual(['running', 'reply', 'index', 'email'])
})

test('a job that waits for an outside service leaves the other shared slot free', async () => {
  const { enqueue, started, end } = open([[email], [payment, email]])
  enqueue(email, 'email')
  await turn()
  enqueue(payment, 'payment', 'second payment')
  await turn()
  expect(started).toEqual(['email', 'payment'])
  await end('email')
  enqueue(email, 'next email')
  await turn()
  expect(started).toEqual(['email', 'payment', 'next email'])
  await end('payment')
  expect(started.at(-1)).toBe('second payment')
})

test('queues of different slots do not wait for one another', async () => {
  const { wake, looks } = open([[email], [payment]], () => new Promise(() => {}))
  wake(email.name)
  wake(payment.name)
  await turn()
  expect(looks.map(([name]) => name)).toEqual([email.name, payment.name])
})

test('a queue waits while no slot is free', async () => {
  const { enqueue, isWaiting, end } = open([[email], [payment]])
  enqueue(email, 'first')
  expect(isWaiting(email.name)).toBe(false)
  await turn()
  enqueue(email, 'second')
  expect([email, payment].map(({ name }) => isWaiting(name))).toEqual([true, false])
  await end('first')
  expect(isWaiting(email.name)).toBe(false)
})

test('an unknown queue, such as one of a newer version, is ignored', async () => {
  const { wake, looks, errors } = open([[email]])
  expect(wake('newer-job')).toBe(false)
  await turn()
  expect([looks, errors]).toEqual([[], []])
})

test('a look that fails is reported, and the next wake-up looks again', async () => {
  let isAway = true
  const { wake, looks, errors } = open([[email]], async () => {
    if (isAway) throw new Error('away')
    return { jobs: [], hasMore: false }
  })
  wake(email.name)
  await turn()
  expect(errors).toMatchObject([{ message: 'away' }])
  expect(looks).toHaveLength(1)
  isAway = false
  wake(email.name)
  await turn()
  expect(looks).toHaveLength(2)
})

test('a dispatcher that is stopped lets its jobs end and starts no others', async () => {
  const { enqueue, wake, started, end, stop } = open([[email]])
  enqueue(email, 'running', 'left')
  await turn()
  const stopped = vi.fn()
  const isOver = stop().then(stopped)
  wake(email.name)
  await turn()
  expect(stopped).not.toHaveBeenCalled()
  await end('running')
  await isOver
  expect(started).toEqual(['running'])
})

test('a dispatcher that is stopped forgets its blocked queues', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { wake, looks, stop } = open([[email]], async () => ({ jobs: [], hasMore: true }))
  wake(email.name)
  await stop()
  expect(looks).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('jobs that a look brings during the stop run to their end', async () => {
  const look = Promise.withResolvers<Claimed<string>>()
  const { wake, started, end, stop } = open([[email]], () => look.promise)
  wake(email.name)
  await turn()
  const stopped = vi.fn()
  const isOver = stop().then(stopped)
  look.resolve({ jobs: ['late'], hasMore: false })
  await turn()
  expect(started).toEqual(['late'])
  expect(stopped).not.toHaveBeenCalled()
  await end('late')
  await isOver
})
