import type { Clock } from './clock.ts'
import { MailError } from './mail-error.ts'

/** Whoever would have to wait longer comes back another time. */
const longestWaitMs = 10_000

/** Spends no more than a quota, of which `burst` may be spent at once. */
export type Pace = { take(units: number, signal: AbortSignal): Promise<void> }

export function createPace({
  unitsPerMinute,
  burst,
  clock,
}: {
  readonly unitsPerMinute: number
  readonly burst: number
  readonly clock: Clock
}): Pace {
  const unitsPerMs = unitsPerMinute / 60_000
  let left = burst
  let countedAtMs = clock.now().getTime()

  return {
    async take(units, signal) {
      const nowMs = clock.now().getTime()
      left = Math.min(burst, left + (nowMs - countedAtMs) * unitsPerMs)
      countedAtMs = nowMs
      const waitMs = Math.ceil(Math.max(0, (units - left) / unitsPerMs))
      if (waitMs > longestWaitMs)
        throw new MailError('rate-limited', 'own-pace', { retryAfterMs: waitMs })
      // Taken before the wait, so that those who come meanwhile wait their turn.
      left -= units
      if (waitMs > 0) await clock.sleep(waitMs, signal)
    },
  }
}

/** Lets no more than so many run at once; the others wait in line. */
export type Slots = {
  run<Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result>
}

export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = []
  let free = count

  async function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (free > 0) {
      free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(signal.reason as Error)
      }
      const go = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      waiting.push(go)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  return {
    async run(call, signal) {
      await enter(signal)
      try {
        return await call()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    },
  }
}
