import { mailProviders } from '@doorman/domain/mail/mailbox'
import {
  indexCorrespondentsJob,
  replyToSenderJob,
  screenMessageJob,
  sendEmailJob,
  syncSubscriptionJob,
} from '@doorman/services/ports/jobs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { JobHandler } from './job-handler.ts'
import { openSlots, planSlots, type Slot } from './slots.ts'

const handle = (name: string, slots: JobHandler['slots']): JobHandler => ({
  name,
  slots,
  run: async () => {},
})
const namesOf = (slots: readonly Slot[]) => slots.map((slot) => slot.map(({ name }) => name))

describe('the slots of a worker', () => {
  test('serve one queue each if their job has slots of its own, for each provider', () => {
    const leftovers = [[screenMessageJob.name]]
    expect(namesOf(planSlots([handle(screenMessageJob.name, 2)]))).toEqual([
      ...mailProviders.flatMap((provider) => {
        const slot = [`${screenMessageJob.name}/${provider}`]
        return [slot, slot]
      }),
      ...leftovers,
    ])
  })

  test('are one per provider for all its background jobs', () => {
    const names = [indexCorrespondentsJob.name, replyToSenderJob.name]
    expect(namesOf(planSlots(names.map((name) => handle(name, 'background'))))).toEqual([
      ...mailProviders.map((provider) => names.map((name) => `${name}/${provider}`)),
      // Without a provider.
      names,
    ])
  })

  test('are two for all other queues, of which only one runs jobs that call a service', () => {
    const others = [
      handle(sendEmailJob.name, 'shared'),
      handle(syncSubscriptionJob.name, 'shared-outside'),
    ]
    expect(namesOf(planSlots(others))).toEqual([
      [sendEmailJob.name],
      [syncSubscriptionJob.name, sendEmailJob.name],
    ])
  })
})

describe('a slot', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => vi.useRealTimers())

  const [email, payment] = planSlots([
    handle(sendEmailJob.name, 1),
    handle(syncSubscriptionJob.name, 1),
  ])
  if (!email || !payment) throw new Error('Two handlers with a slot each have two slots')
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const pollMs = 5_000

  /** Slots that find no job until one is put into `waiting`. */
  function open(slots: readonly Slot[]) {
    const looks: Slot[] = []
    const errors: unknown[] = []
    const waiting: (() => Promise<void>)[] = []
    const opened = openSlots({
      slots,
      pollMs,
      onError: (error) => errors.push(error),
      async runNext(slot) {
        looks.push(slot)
        const job = waiting.shift()
        await job?.()
        return job !== undefined
      },
    })
    return { ...opened, looks, errors, waiting }
  }

  test('runs one job after the other until none is left', async () => {
    const ran: number[] = []
    const { waiting, wake, looks, stop } = open([email])
    await turn()
    for (const number of [1, 2, 3]) waiting.push(async () => void ran.push(number))
    wake(sendEmailJob.name)
    await turn()
    expect(ran).toEqual([1, 2, 3])
    expect(looks).toHaveLength(5)
    await stop()
  })

  test('is woken for its own queues only', async () => {
    const { wake, looks, stop } = open([email, payment])
    await turn()
    wake(syncSubscriptionJob.name)
    await turn()
    expect(looks).toEqual([email, payment, payment])
    await stop()
  })

  test('looks again after a while', async () => {
    const { looks, stop } = open([email])
    await turn()
    vi.advanceTimersByTime(pollMs - 1)
    await turn()
    expect(looks).toHaveLength(1)
    vi.advanceTimersByTime(1)
    await turn()
    expect(looks).toHaveLength(2)
    await stop()
  })

  test('does not miss a job that is enqueued while it looks', async () => {
    const isLooking = Promise.withResolvers<void>()
    let looks = 0
    const { wake, stop } = openSlots({
      slots: [email],
      pollMs,
      onError: () => {},
      async runNext() {
        looks += 1
        if (looks === 1) await isLooking.promise
        return false
      },
    })
    wake(sendEmailJob.name)
    isLooking.resolve()
    await turn()
    expect(looks).toBe(2)
    await stop()
  })

  test('reports an error, waits, and goes on', async () => {
    const failing = open([email])
    await turn()
    failing.waiting.push(() => Promise.reject(new Error('away')))
    failing.wake()
    await turn()
    expect(failing.errors).toMatchObject([{ message: 'away' }])
    const count = failing.looks.length
    vi.advanceTimersByTime(pollMs)
    await turn()
    expect(failing.looks).toHaveLength(count + 1)
    await failing.stop()
  })

  test('that is stopped ends its job and takes no other', async () => {
    const isOver = Promise.withResolvers<void>()
    const { waiting, wake, stop } = open([email])
    await turn()
    const second = vi.fn(async () => {})
    waiting.push(() => isOver.promise, second)
    wake()
    await turn()
    const stopped = vi.fn()
    const end = stop().then(stopped)
    await turn()
    expect(stopped).not.toHaveBeenCalled()
    isOver.resolve()
    await end
    expect(second).not.toHaveBeenCalled()
  })
})
