import type { MailStore } from '../../world/mailbox/mail-store.ts'
import { dayMs } from '../../world/time.ts'
import { rateLimited } from './gmail-error.ts'

/** Gmail lets a personal account send about 500 messages a day, a Workspace account 2,000. */
export class SendingLimit {
  readonly #sentAt = new Map<MailStore, number[]>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  count(store: MailStore): void {
    const nowMs = this.#now().getTime()
    const recent = (this.#sentAt.get(store) ?? []).filter((atMs) => atMs > nowMs - dayMs)
    const maxPerDay = /@(?:gmail|googlemail)\.com$/i.test(store.address) ? 500 : 2000
    if (recent.length >= maxPerDay)
      throw rateLimited(new Date((recent[0] ?? nowMs) + dayMs), '  (Mail sending)')
    this.#sentAt.set(store, [...recent, nowMs])
  }
}
