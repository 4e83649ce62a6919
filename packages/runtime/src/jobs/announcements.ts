import { secondMs } from '@doorman/domain/time'
import type { PgBoss } from 'pg-boss'

/**
 * The name of pg-boss's NOTIFY channel, as a SQL expression. pg-boss announces a queue that has due
 * jobs. We announce on the same channel, by example:
 *
 * - `sync-mailbox/gmail`: jobs are due. All workers look.
 * - `sync-mailbox/gmail 1200`: jobs are due in 1.2 seconds. All workers look then.
 * - `sync-mailbox/gmail 1200 4711`: the same for one job. One worker looks, chosen by the last number:
 *   if each worker looked, all but one would do it in vain.
 * - `@…`: a worker with this id is here. It says so at every poll, and to each newcomer.
 * - `@… left`: the worker stops.
 */
export const channel = `'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24)`

/** An announcement of one job. */
export type Announcement = {
  readonly queueName: string
  readonly delayMs: number
  /** Chooses the worker that looks for the job. */
  readonly choice: number
}

export function toText({ queueName, delayMs, choice }: Announcement): string {
  return `${queueName} ${Math.ceil(delayMs)} ${choice}`
}

export async function notifyWorkers(boss: PgBoss, texts: readonly string[]): Promise<void> {
  await boss
    .getDb()
    .executeSql(`select pg_notify(${channel}, text) from unnest($1::text[]) text`, [texts])
}

/** A worker that was silent this long is gone: it missed two polls. */
const maxSilenceMs = 12 * secondMs
/** How long a worker without a free slot waits for one before it passes an announcement on. */
const passOnDelayMs = 50
/**
 * Workers without a free slot tell the others about a queue at most this often. If all are busy, telling
 * them again helps nobody: a worker that was told once looks until nothing is due.
 */
const passOnIntervalMs = secondMs
/**
 * Busy workers tell all in turn, 100 ms apart: most hear another's announcement before their own
 * turn and stay silent. There are only five turns, which many workers share, so that a queue does
 * not wait for seconds.
 */
const turnMs = 100
const turnCount = 5

type Timers = { readonly setTimeout: typeof setTimeout; readonly now: () => number }

export type Ear = {
  hear(announcement: string): void
  /**
   * A job that runs in this worker has stored another one. Only this worker looks for it, unless it has
   * no free slot.
   */
  hearOwn(announcement: Announcement): void
  stop(): void
}

/**
 * Hears announcements for one worker, and wakes queues. If the chosen worker has no free slot, it
 * tells all workers. A worker that died is still chosen until its silence is noticed. In that time
 * the polls of the others find its share of the jobs.
 */
export function createEar(
  ownId: string,
  {
    wake,
    isWaiting,
    tellAll,
    timers = { setTimeout, now: () => performance.now() },
  }: {
    /** Returns whether the worker serves the queue. */
    readonly wake: (queueName: string) => boolean
    /** Whether the queue was woken and has not been looked at since. */
    readonly isWaiting: (queueName: string) => boolean
    /** Announces something to all workers. */
    readonly tellAll: (announcement: string) => void
    readonly timers?: Timers
  },
): Ear {
  /** When each worker was heard last. */
  const workers = new Map<string, number>()
  const pending = new Set<NodeJS.Timeout>()
  const passedOn = new Set<string>()
  /** When all workers last heard of each queue. */
  const toldAt = new Map<string, number>()
  let isStopped = false

  function meet(id: string, hasLeft: boolean): void {
    const isNew = !workers.has(id)
    if (hasLeft) workers.delete(id)
    else workers.set(id, timers.now())
    if (isNew && !hasLeft && id !== ownId) tellAll(`@${ownId}`)
  }

  function after(delayMs: number, run: () => void): void {
    if (delayMs === 0) return run()
    const timer = timers.setTimeout(() => {
      pending.delete(timer)
      run()
    }, delayMs)
    pending.add(timer)
  }

  function listWorkers(): string[] {
    const since = timers.now() - maxSilenceMs
    for (const [id, heardAt] of workers) if (heardAt < since) workers.delete(id)
    return [...workers.keys()].sort()
  }

  function isChosen(choice: number): boolean {
    const ids = listWorkers()
    return ids.length === 0 || ids[choice % ids.length] === ownId
  }

  function wakeOrPassOn(queueName: string): void {
    // A worker of an earlier version may not know the queue.
    if (!wake(queueName)) return tellAll(queueName)
    if (!isWaiting(queueName) || passedOn.has(queueName) || workers.size <= 1) return
    passedOn.add(queueName)
    passOnLater(queueName)
  }

  function passOnLater(queueName: string): void {
    const sinceToldMs = () => timers.now() - (toldAt.get(queueName) ?? -Infinity)
    const ownTurnMs = passOnIntervalMs + turnMs * (listWorkers().indexOf(ownId) % turnCount)
    after(Math.max(passOnDelayMs, ownTurnMs - sinceToldMs()), () => {
      const isStillWaiting = isWaiting(queueName)
      // Another worker has told all since, so this one waits again.
      if (isStillWaiting && sinceToldMs() < passOnIntervalMs) return passOnLater(queueName)
      passedOn.delete(queueName)
      if (isStillWaiting) tellAll(queueName)
    })
  }

  return {
    hear(announcement) {
      const [subject = '', second = '0', choice] = announcement.split(' ')
      if (subject.startsWith('@')) meet(subject.slice(1), second === 'left')
      else if (choice === undefined)
        after(Number(second), () => {
          toldAt.set(subject, timers.now())
          wake(subject)
        })
      else if (isChosen(Number(choice))) after(Number(second), () => wakeOrPassOn(subject))
    },

    hearOwn(announcement) {
      const { queueName, delayMs } = announcement
      if (isStopped) tellAll(toText(announcement))
      else after(delayMs, () => wakeOrPassOn(queueName))
    },

    stop() {
      isStopped = true
      for (const timer of pending) clearTimeout(timer)
      pending.clear()
    },
  }
}
