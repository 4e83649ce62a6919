import type { VirtualClock } from '../world/clock.ts'
import type { Grant } from './grants.ts'
import { GraphError } from './graph-error.ts'

/** learn.microsoft.com/graph/throttling-limits#outlook-service-limits and PROVIDERS 2.2, per app and mailbox. */
const mostAtOnce = 4
const requestLimit = { name: 'MailboxRequests', most: 10_000, windowMs: 10 * 60_000 }
const sendLimit = { name: 'MailboxSendRate', most: 30, windowMs: 60_000 }

type Limit = { readonly name: string; readonly most: number; readonly windowMs: number }
type Meter = { atOnce: number; readonly requestsAtMs: number[]; readonly sendsAtMs: number[] }

/** Counts what one app asks of one mailbox, and says when it is too much. */
export class Throttle {
  readonly #clock: VirtualClock
  readonly #meters = new Map<string, Meter>()

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  async admit<T>(grant: Grant, run: () => Promise<T>): Promise<T> {
    const meter = this.#meterOf(grant)
    if (meter.atOnce >= mostAtOnce) throw tooMany('MailboxConcurrency', 1)
    this.#count(requestLimit, meter.requestsAtMs)
    meter.atOnce++
    try {
      return await run()
    } finally {
      meter.atOnce--
    }
  }

  countSend(grant: Grant): void {
    this.#count(sendLimit, this.#meterOf(grant).sendsAtMs)
  }

  #count({ name, most, windowMs }: Limit, timesMs: number[]): void {
    const nowMs = this.#clock.now().getTime()
    while ((timesMs[0] ?? nowMs) <= nowMs - windowMs) timesMs.shift()
    if (timesMs.length >= most)
      throw tooMany(name, ((timesMs[0] ?? nowMs) + windowMs - nowMs) / 1000)
    timesMs.push(nowMs)
  }

  #meterOf({ clientId, account }: Grant): Meter {
    const key = `${clientId}/${account.objectId}`
    const meter = this.#meters.get(key) ?? { atOnce: 0, requestsAtMs: [], sendsAtMs: [] }
    this.#meters.set(key, meter)
    return meter
  }
}

export function tooMany(limit: string, retryAfterSeconds: number): GraphError {
  return new GraphError(429, 'ApplicationThrottled', `Application is over its ${limit} limit.`, {
    'retry-after': String(Math.ceil(retryAfterSeconds)),
  })
}
