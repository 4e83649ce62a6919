import type { JobHandler } from './job-handler.ts'
import { findProviderOf, isLeftoverQueue, listQueueNames } from './queues.ts'

/** A slot runs one job at a time, of any of its queues. */
export type Slot = readonly SlotQueue[]
type SlotQueue = { readonly name: string; readonly handler: JobHandler }

/**
 * The slots of a worker process. Handlers with a number have slots of their own. Background jobs of
 * a provider share one. All others share two: one slot runs only jobs that call no service, the
 * other runs everything. A service that is silent takes the second one at most.
 */
export function planSlots(handlers: readonly JobHandler[]): readonly Slot[] {
  const all = handlers.flatMap((handler) =>
    listQueueNames(handler.name).map((name) => ({
      name,
      handler,
      // Jobs whose mailbox is gone, or that an older version enqueued, have no provider. They must
      // not take a provider's slot.
      slots: isLeftoverQueue(handler.name, name) ? ('shared-outside' as const) : handler.slots,
    })),
  )
  const own = all.flatMap((queue) =>
    typeof queue.slots === 'number' ? Array.from({ length: queue.slots }, () => [queue]) : [],
  )
  const background = all.filter(({ slots }) => slots === 'background')
  const perProvider = Map.groupBy(background, ({ name }) => findProviderOf(name)).values()
  const inside = all.filter(({ slots }) => slots === 'shared')
  const outside = all.filter(({ slots }) => slots === 'shared-outside')
  return [...own, ...perProvider, inside, [...outside, ...inside]].filter((slot) => slot.length > 0)
}

export type OpenSlots = {
  /** Makes idle slots of a queue look for a job at once; without a name, all of them. */
  wake(queueName?: string): void
  /** Takes no more jobs. Resolves when the last one has ended. */
  stop(): Promise<void>
}

/**
 * Opens slots. Each is a loop: run the next job; if there is none, wait until the slot is woken or
 * `pollMs` have passed. `runNext` returns whether there was a job.
 */
export function openSlots({
  slots,
  runNext,
  pollMs,
  onError,
}: {
  readonly slots: readonly Slot[]
  readonly runNext: (slot: Slot) => Promise<boolean>
  readonly pollMs: number
  readonly onError: (error: unknown) => void
}): OpenSlots {
  let isStopping = false
  const opened = slots.map((slot) => ({ slot, alarm: createAlarm() }))

  async function work({ slot, alarm }: (typeof opened)[number]): Promise<void> {
    while (!isStopping) {
      // Reset before looking: a job that is enqueued meanwhile must still wake the slot.
      alarm.reset()
      const hadJob = await runNext(slot).catch((error: unknown) => {
        onError(error)
        return false
      })
      if (!hadJob && !isStopping) await alarm.wait(pollMs)
    }
  }

  const ended = Promise.all(opened.map(work))
  const wake = (queueName?: string) => {
    for (const { slot, alarm } of opened)
      if (queueName === undefined || slot.some(({ name }) => name === queueName)) alarm.ring()
  }
  return {
    wake,
    async stop() {
      isStopping = true
      wake()
      await ended
    },
  }
}

/** A manual-reset event: once rung, it stays set until it is reset. */
function createAlarm() {
  let ringing = Promise.withResolvers<void>()
  return {
    ring: () => ringing.resolve(),
    reset: () => void (ringing = Promise.withResolvers()),
    async wait(maxMs: number): Promise<void> {
      const timer = setTimeout(() => ringing.resolve(), maxMs)
      await ringing.promise
      clearTimeout(timer)
    },
  }
}
