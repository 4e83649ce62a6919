import type { MailStore } from '../../world/mailbox/mail-store.ts'

/** The current generation of each mailbox's delta tokens. Tokens of older generations get 410. */
export class SyncStates {
  readonly #generations = new Map<MailStore, number>()

  /** Invalidates all delta tokens of a mailbox. */
  lose(store: MailStore): void {
    this.#generations.set(store, this.generationOf(store) + 1)
  }

  generationOf(store: MailStore): number {
    return this.#generations.get(store) ?? 1
  }
}
