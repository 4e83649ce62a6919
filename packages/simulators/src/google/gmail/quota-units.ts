import type { VirtualClock } from '../../world/clock.ts'
import { minuteMs } from '../../world/time.ts'
import { rateLimited } from './gmail-error.ts'

/**
 * Quota units per call, for projects created since May 2026
 * (https://developers.google.com/workspace/gmail/api/reference/quota).
 */
export const unitCosts = {
  getProfile: 1,
  listLabels: 1,
  getLabel: 1,
  listSendAs: 1,
  listHistory: 2,
  listMessages: 5,
  listDrafts: 5,
  createLabel: 5,
  patchLabel: 5,
  deleteLabel: 5,
  // Google's pages disagree; this is the higher price.
  modifyMessage: 10,
  createDraft: 10,
  deleteDraft: 10,
  getMessage: 20,
  getAttachment: 20,
  getDraft: 20,
  importMessage: 25,
  batchModify: 50,
  stop: 50,
  sendMessage: 100,
  sendDraft: 100,
  watch: 100,
} as const

const maxPerUser = 6_000
const maxPerProject = 1_200_000
const windowMs = minuteMs

type Spending = { readonly atMs: number; readonly units: number }

/** Counts the units of the last minute, per mailbox and for the whole project. */
export class QuotaMeter {
  readonly #clock: VirtualClock
  readonly #users = new Map<string, SlidingWindow>()
  readonly #project = new SlidingWindow(maxPerProject)

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  /** As if a minute had passed since the last call. */
  forget(): void {
    this.#users.clear()
  }

  /** A rejected call costs nothing. */
  spend(mailbox: string, units: number): void {
    const nowMs = this.#clock.now().getTime()
    const user = this.#users.get(mailbox) ?? new SlidingWindow(maxPerUser)
    this.#users.set(mailbox, user)
    user.require(units, nowMs)
    this.#project.require(units, nowMs)
    user.add({ atMs: nowMs, units })
    this.#project.add({ atMs: nowMs, units })
  }
}

class SlidingWindow {
  readonly #limit: number
  #spendings: Spending[] = []
  #sum = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  require(units: number, nowMs: number): void {
    this.#forgetBefore(nowMs - windowMs)
    let over = this.#sum + units - this.#limit
    if (over <= 0) return
    const oldestOverLimit = this.#spendings.find((spending) => (over -= spending.units) <= 0)
    throw rateLimited(new Date((oldestOverLimit?.atMs ?? nowMs) + windowMs))
  }

  add(spending: Spending): void {
    this.#spendings.push(spending)
    this.#sum += spending.units
  }

  #forgetBefore(sinceMs: number): void {
    const kept = this.#spendings.findIndex(({ atMs }) => atMs > sinceMs)
    const old = this.#spendings.splice(0, kept === -1 ? this.#spendings.length : kept)
    for (const { units } of old) this.#sum -= units
  }
}
