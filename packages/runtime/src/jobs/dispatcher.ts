import { secondMs } from '@doorman/domain/time'
import type { Slot, SlotQueue } from './slots.ts'

/**
 * How soon a blocked queue is asked again. The job that blocks it may run in another worker, which
 * does not announce its end.
 */
const blockedLookMs = secondMs

/** What a look for jobs found. */
export type Claimed<Job> = {
  readonly jobs: readonly Job[]
  /**
   * Whether more jobs are due. Their mailboxes may already run as many jobs as they are allowed.
   */
  readonly hasMore: boolean
}

export type Dispatcher = {
  /** Looks for jobs of this queue as soon as a slot is free. Returns whether any slot serves it. */
  wake(queueName: string): boolean
  /** Whether the queue was woken and no slot has been free since. */
  isWaiting(queueName: string): boolean
  /** Takes no more jobs. Resolves when the last one has ended. */
  stop(): Promise<void>
}

/** Slots that share queues, directly or through other slots. They are filled together. */
type Group = {
  readonly slots: { readonly queues: Slot; isBusy: boolean }[]
  /** Queues that may have a due job, in the order in which they were woken. */
  readonly woken: Set<SlotQueue>
  /**
   * Queues whose due jobs can't start before another job of the queue ends, with the timers of their
   * next looks.
   */
  readonly blocked: Map<SlotQueue, NodeJS.Timeout>
  isFilling: boolean
  /** How many jobs have ended. */
  endedCount: number
}

/**
 * Hands jobs to slots. A queue is asked only after it was woken, for as many jobs as there are free
 * slots, and never twice at the same time. So a job that arrives alone costs one look, however many
 * slots are idle.
 */
export function openDispatcher<Job>({
  slots,
  claim,
  run,
  onError,
}: {
  readonly slots: readonly Slot[]
  readonly claim: (queue: SlotQueue, limit: number) => Promise<Claimed<Job>>
  readonly run: (queue: SlotQueue, job: Job) => Promise<void>
  readonly onError: (error: unknown) => void
}): Dispatcher {
  const groups = toGroups(slots)
  const looks = new Set<Promise<void>>()
  const running = new Set<Promise<void>>()
  let isStopping = false

  function fill(group: Group): void {
    if (isStopping || group.isFilling) return
    const look = claimAll(group).then(() => void looks.delete(look))
    looks.add(look)
  }

  async function claimAll(group: Group): Promise<void> {
    group.isFilling = true
    for (let queue = findNext(group); queue && !isStopping; queue = findNext(group)) {
      const free = listFree(group, queue)
      unblock(group, queue)
      // Deleted before the look: a job that is enqueued during the look wakes the queue again.
      group.woken.delete(queue)
      const { endedCount } = group
      try {
        const { jobs, hasMore } = await claim(queue, free.length)
        for (const [index, job] of jobs.entries()) start(group, free[index], queue, job)
        // A race: a job that ended during the look may have freed the place for which the others
        // wait.
        const mayStart = jobs.length > 0 || group.endedCount > endedCount
        if (hasMore && mayStart) group.woken.add(queue)
        else if (hasMore) block(group, queue)
      } catch (error) {
        // The next poll wakes the queue again.
        onError(error)
      }
    }
    group.isFilling = false
  }

  function wakeQueue(group: Group, queue: SlotQueue): void {
    group.woken.add(queue)
    fill(group)
  }

  function block(group: Group, queue: SlotQueue): void {
    const timer = setTimeout(() => wakeQueue(group, queue), blockedLookMs)
    group.blocked.set(queue, timer)
  }

  /** Returns whether the queue was blocked. */
  function unblock(group: Group, queue: SlotQueue): boolean {
    clearTimeout(group.blocked.get(queue))
    return group.blocked.delete(queue)
  }

  function start(
    group: Group,
    slot: Group['slots'][number] | undefined,
    queue: SlotQueue,
    job: Job,
  ) {
    if (!slot) throw new Error('There are more jobs than slots')
    slot.isBusy = true
    const end = run(queue, job)
      .catch(onError)
      .then(() => {
        slot.isBusy = false
        group.endedCount += 1
        running.delete(end)
        if (unblock(group, queue)) group.woken.add(queue)
        fill(group)
      })
    running.add(end)
  }

  return {
    wake(queueName) {
      const found = findQueue(groups, queueName)
      for (const { group, queue } of found) wakeQueue(group, queue)
      return found.length > 0
    },

    isWaiting: (queueName) =>
      findQueue(groups, queueName).some(({ group, queue }) => group.woken.has(queue)),

    async stop() {
      isStopping = true
      // Jobs that a running look still brings are run, too.
      await Promise.all(looks)
      for (const group of groups) for (const queue of group.blocked.keys()) unblock(group, queue)
      await Promise.all(running)
    },
  }
}

function toGroups(slots: readonly Slot[]): readonly Group[] {
  const groups: Group[] = []
  for (const queues of slots) {
    const names = new Set(queues.map(({ name }) => name))
    const related = groups.filter((group) =>
      group.slots.some((slot) => slot.queues.some(({ name }) => names.has(name))),
    )
    for (const group of related) groups.splice(groups.indexOf(group), 1)
    groups.push({
      slots: [...related.flatMap((group) => group.slots), { queues, isBusy: false }],
      woken: new Set(),
      blocked: new Map(),
      isFilling: false,
      endedCount: 0,
    })
  }
  return groups
}

/** The queue and its group. None if no slot serves it, such as a queue of a newer version. */
function findQueue(groups: readonly Group[], queueName: string) {
  return groups.flatMap((group) => {
    const queue = group.slots.flatMap(({ queues }) => queues).find(({ name }) => name === queueName)
    return queue ? [{ group, queue }] : []
  })
}

/** Urgent queues come first, then those that were woken first. */
function findNext(group: Group): SlotQueue | undefined {
  const ready = [...group.woken].filter((queue) => listFree(group, queue).length > 0)
  return ready.find(({ isUrgent }) => isUrgent) ?? ready[0]
}

/** The slots with the fewest queues first: the others stay free for queues that need them. */
function listFree(group: Group, queue: SlotQueue): Group['slots'] {
  return group.slots
    .filter(({ queues, isBusy }) => !isBusy && queues.some(({ name }) => name === queue.name))
    .toSorted((a, b) => a.queues.length - b.queues.length)
}
