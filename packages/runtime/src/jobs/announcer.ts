import { AsyncLocalStorage } from 'node:async_hooks'
import { toText, type Announcement } from './announcements.ts'

/**
 * A process announces jobs that it stores one by one at most this often. Those in between are announced
 * together: each notification wakes the listening connections of all workers.
 */
const intervalMs = 200

/** Receives the announcements of jobs that the statement which stored them has not announced. */
export type Announce = (announcement: Announcement) => void

export type Announcer = {
  /** `null`: the statement announces the jobs itself, so that workers hear of them with its commit. */
  findReceiver(jobs: { readonly areCommittedAtOnce: boolean }): Announce | null
  /** Sends what still waits. */
  stop(): Promise<void>
}

const ofRunningJob = new AsyncLocalStorage<Announce>()

/**
 * Runs a job. When it has ended, `announce` gets the announcements of single jobs that it has stored.
 * Then they are committed, and the worker that ran the job can look for them without a notification.
 */
export async function announceAfter<Result>(
  run: () => Promise<Result>,
  announce: Announce,
): Promise<Result> {
  const held: Announcement[] = []
  try {
    return await ofRunningJob.run((announcement) => void held.push(announcement), run)
  } finally {
    held.forEach(announce)
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
      const running = ofRunningJob.getStore()
      if (running) return running
      if (!areCommittedAtOnce) return null
      if (timers.now() < lastAt + intervalMs) return gather
      lastAt = timers.now()
      return null
    },
    stop: sendWaiting,
  }
}
