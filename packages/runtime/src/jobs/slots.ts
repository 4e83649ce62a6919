import { jobs } from '@doorman/services/ports/jobs'
import type { JobHandler } from './job-handler.ts'
import { findProviderOf, isLeftoverQueue, listQueueNames } from './queues.ts'

/** A slot runs one job at a time, of any of its queues. */
export type Slot = readonly SlotQueue[]
export type SlotQueue = {
  readonly name: string
  readonly handler: JobHandler
  readonly isUrgent: boolean
}

const urgentJobs = new Set(jobs.filter((job) => job.isUrgent).map(({ name }) => name))

/** The queues of a handler: one per provider if its job has `isPerProvider`, and one without. */
export function listQueuesOf(handler: JobHandler): readonly SlotQueue[] {
  const isUrgent = urgentJobs.has(handler.name)
  return listQueueNames(handler.name).map((name) => ({ name, handler, isUrgent }))
}

/**
 * The slots of a worker process. Handlers with a number have slots of their own. Background jobs of
 * a provider share one. All others share two: one slot runs only jobs that call no service, the
 * other runs everything. A service that is silent takes the second one at most.
 */
export function planSlots(handlers: readonly JobHandler[]): readonly Slot[] {
  const all = handlers.flatMap((handler) =>
    listQueuesOf(handler).map((queue) => ({
      ...queue,
      // Jobs whose mailbox is gone, or that an older version enqueued, have no provider. They must
      // not take a provider's slot.
      slots: isLeftoverQueue(handler.name, queue.name)
        ? ('shared-outside' as const)
        : handler.slots,
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
