import { AsyncLocalStorage } from 'node:async_hooks'
import { toText, type Announcement } from './announcements.ts'

/**
 * A process announces jobs that it stores one by one at most this often. Those in between are announced
 * together: each notification wakes the listening connections of all workers.
 */
const intervalMs = 200

/** Jobs that end sooner than this announce what they have stored only once. */
const longJobMs = 250

/** Gets the announcements that the storing statement did not send itself. */
export type Announce = (announcement: Announcement) => void

export type Announcer = {
  /** `null`: the statement announces the jobs itself, so that workers hear of them with its commit. */
  findReceiver(jobs: { readonly areCommittedAtOnce: boolean }): Announce | null
  /** Sends what still waits. */
  stop(): Promise<void>
}

const receiverOfRunningJob = new AsyncLocalStorage<Announce>()

/**
 * Runs a job. When it has ended, `announce` gets the announcements of the single jobs that it has stored:
 * by then they are committed or rolled back. What a long job stores may be committed long before its end,
 * so `announce` gets that after a moment, too.
 */
export async function announceAfter<Result>(
  run: () => Promise<Result>,
  announce: Announce,
): Promise<Result> {
  const stored = new Map<string, Announcement>()
  let timer: NodeJS.Timeout | undefined
  // Bound: what follows from an announcement does not belong to this job or its request.
  const announceAll = AsyncLocalStorage.bind(() => {
    clearTimeout(timer)
    timer = undefined
    for (const announcement of stored.values()) announce(announcement)
  })
  const receive: Announce = (announcement) => {
    stored.set(`${announcement.queueName} ${announcement.delayMs}`, announcement)
    timer ??= setTimeout(announceAll, longJobMs)
  }
  try {
    return await receiverOfRunningJob.run(receive, run)
  } finally {
    announceAll()
  }
}

type Timers = { readonly setTimeout: typeof setTimeout; readonly now: () => number }

export function createAnnouncer(
  send: (announcements: readonly string[]) => Promise<void>,
  timers: Timers = { setTimeout, now: () => performance.now() },
): Announcer {
  let waiting: { readonly announcement: Announcement; readonly dueAt: number }[] = []
  let timer: NodeJS.Timeout | undefined
  let lastAt = -Infinity

  const gather: Announce = (announcement) => {
    waiting.push({ announcement, dueAt: timers.now() + announcement.delayMs })
    timer ??= timers.setTimeout(() => void sendWaiting(), lastAt + intervalMs - timers.now())
  }

  async function sendWaiting(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    lastAt = timers.now()
    const texts = waiting.map(({ announcement, dueAt }) =>
      toText({ ...announcement, delayMs: Math.max(0, dueAt - lastAt) }),
    )
    waiting = []
    if (texts.length > 0) await send(texts)
  }

  return {
    findReceiver({ areCommittedAtOnce }) {
      const ofRunningJob = receiverOfRunningJob.getStore()
      if (ofRunningJob) return ofRunningJob
      if (!areCommittedAtOnce) return null
      if (timers.now() < lastAt + intervalMs) return gather
      lastAt = timers.now()
      return null
    },
    stop: sendWaiting,
  }
}
