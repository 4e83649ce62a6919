import type { VirtualClock } from './clock.ts'
import type { Service } from './faults.ts'
import type { WorldRecord } from './record.ts'

export type Outgoing = {
  readonly provider: Service
  /** Made anew for each attempt: a token in it must not be stale. */
  readonly make: () => Request | Promise<Request>
  /** For how long an answer other than 2xx is followed by another attempt. */
  readonly retryForMs: number
}

/** How notifications fare on their way. All at once is possible, and normal on a bad day. */
export type Conduct = {
  readonly drop: boolean
  readonly delayMs: number
  /** How often each arrives: 1 is once. */
  readonly copies: number
  /** Each second one overtakes the one before it. */
  readonly reorder: boolean
}

const wellBehaved: Conduct = { drop: false, delayMs: 0, copies: 1, reorder: false }

const firstRetryMs = 10_000
const longestRetryMs = 600_000

/** Carries notifications from the providers to the product, with the clock: nothing leaves before it moves. */
export class Courier {
  readonly #clock: VirtualClock
  readonly #fetch: typeof globalThis.fetch
  readonly #record: WorldRecord
  #conduct = wellBehaved
  #heldBack: Outgoing | null = null

  constructor(clock: VirtualClock, fetch: typeof globalThis.fetch, record: WorldRecord) {
    this.#clock = clock
    this.#fetch = fetch
    this.#record = record
  }

  /** From now on, until told otherwise; what is not named is done well. */
  behave(conduct: Partial<Conduct> = {}): void {
    this.#conduct = { ...wellBehaved, ...conduct }
  }

  send(outgoing: Outgoing): void {
    const { drop, reorder } = this.#conduct
    if (drop) return
    if (reorder && this.#heldBack === null) {
      this.#heldBack = outgoing
      return
    }
    this.#dispatch(outgoing)
    if (this.#heldBack !== null) this.#dispatch(this.#heldBack)
    this.#heldBack = null
  }

  #dispatch(outgoing: Outgoing): void {
    const { copies, delayMs } = this.#conduct
    const giveUpMs = this.#clock.now().getTime() + delayMs + outgoing.retryForMs
    for (let copy = 0; copy < copies; copy++)
      this.#clock.after(delayMs, () => this.#attempt(outgoing, firstRetryMs, giveUpMs))
  }

  async #attempt(outgoing: Outgoing, retryMs: number, giveUpMs: number): Promise<void> {
    const status = await this.#post(outgoing)
    const isDelivered = status !== null && status >= 200 && status < 300
    if (isDelivered || this.#clock.now().getTime() + retryMs > giveUpMs) return
    const nextMs = Math.min(retryMs * 2, longestRetryMs)
    this.#clock.after(retryMs, () => this.#attempt(outgoing, nextMs, giveUpMs))
  }

  async #post({ provider, make }: Outgoing): Promise<number | null> {
    const request = await make()
    const body = await request.clone().text()
    const status = await this.#fetch(request).then(
      (response) => response.status,
      // Nobody answered, which is for the next attempt to mend.
      () => null,
    )
    this.#record.addNotification({
      provider,
      at: this.#clock.now(),
      url: request.url,
      body,
      status,
    })
    return status
  }
}
