import type { VirtualClock } from '../../world/clock.ts'
import type { MailStore } from '../../world/mailbox/mail-store.ts'
import { minuteMs } from '../../world/time.ts'
import type { Grant } from '../login/grants.ts'
import type { Quirks } from '../quirks.ts'
import { GraphError } from './graph-error.ts'

/**
 * Limits per app and mailbox
 * (https://learn.microsoft.com/graph/throttling-limits#outlook-service-limits).
 */
const maxConcurrent = 4
const requestLimit = { name: 'MailboxRequests', max: 10_000, windowMs: 10 * minuteMs }
const sendLimit = { name: 'MailboxSendRate', max: 30, windowMs: minuteMs }

type Limit = { readonly name: string; readonly max: number; readonly windowMs: number }
type Meter = { running: number; readonly requestsAtMs: number[]; readonly sendsAtMs: number[] }
type Block = { readonly forMs: number; readonly untilMs: number }

/** Counts the calls of each app to each mailbox and rejects those above the limits. */
export class Throttle {
  readonly #clock: VirtualClock
  readonly #quirks: Pick<Quirks, 'prolongedThrottling'>
  readonly #blocks = new Map<MailStore, Block>()
  readonly #meters = new Map<string, Meter>()

  constructor(clock: VirtualClock, quirks: Pick<Quirks, 'prolongedThrottling'>) {
    this.#clock = clock
    this.#quirks = quirks
  }

  /** Rejects all calls to a mailbox for some time. */
  block(store: MailStore, forMs: number): void {
    this.#blocks.set(store, { forMs, untilMs: this.#nowMs() + forMs })
  }

  async admit<T>(grant: Grant, run: () => Promise<T>): Promise<T> {
    const meter = this.#meterOf(grant)
    this.#checkBlock(grant.account.store)
    if (meter.running >= maxConcurrent) throw throttled('MailboxConcurrency', 1)
    this.#count(requestLimit, meter.requestsAtMs)
    meter.running++
    try {
      return await run()
    } finally {
      meter.running--
    }
  }

  countSend(grant: Grant): void {
    this.#count(sendLimit, this.#meterOf(grant).sendsAtMs)
  }

  #checkBlock(store: MailStore): void {
    const block = this.#blocks.get(store)
    if (block === undefined || this.#nowMs() >= block.untilMs) return
    const { prolongedThrottling } = this.#quirks
    if (prolongedThrottling) this.block(store, block.forMs)
    const waitMs = prolongedThrottling ? block.forMs : block.untilMs - this.#nowMs()
    throw throttled(requestLimit.name, waitMs / 1000)
  }

  #nowMs(): number {
    return this.#clock.now().getTime()
  }

  #count({ name, max, windowMs }: Limit, timesMs: number[]): void {
    const nowMs = this.#nowMs()
    while ((timesMs[0] ?? nowMs) <= nowMs - windowMs) timesMs.shift()
    if (timesMs.length >= max)
      throw throttled(name, ((timesMs[0] ?? nowMs) + windowMs - nowMs) / 1000)
    timesMs.push(nowMs)
  }

  #meterOf({ clientId, account }: Grant): Meter {
    const key = `${clientId}/${account.objectId}`
    const meter = this.#meters.get(key) ?? { running: 0, requestsAtMs: [], sendsAtMs: [] }
    this.#meters.set(key, meter)
    return meter
  }
}

export function throttled(limit: string, retryAfterSeconds: number): GraphError {
  return new GraphError(429, 'ApplicationThrottled', `Application is over its ${limit} limit.`, {
    'retry-after': String(Math.ceil(retryAfterSeconds)),
  })
}
