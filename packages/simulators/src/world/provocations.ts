import type { StoredMail } from './mail-store.ts'

const onReading = ['rate-limit', 'revoke', 'vanish'] as const
export type ReadingTrouble = (typeof onReading)[number]

/**
 * Senders whose mail makes trouble, once each, in the demo too: `rate-limit@…`,
 * `revoke@…` and `vanish@…` when it is read, `lost-answer@…` when it is moved.
 */
export class Provocations {
  readonly #spent = new Set<string>()

  findReadingTrouble(mail: StoredMail): ReadingTrouble | null {
    const name = nameOfSender(mail)
    const trouble = onReading.find((candidate) => candidate === name)
    return trouble !== undefined && this.#isFirst(mail) ? trouble : null
  }

  /** The change is made, and the caller is told that something went wrong. */
  losesAnswer(mail: StoredMail): boolean {
    return nameOfSender(mail) === 'lost-answer' && this.#isFirst(mail)
  }

  #isFirst({ id }: StoredMail): boolean {
    const isFirst = !this.#spent.has(id)
    this.#spent.add(id)
    return isFirst
  }
}

function nameOfSender({ headers }: StoredMail): string | undefined {
  return headers.addresses('from')[0]?.address.split('@')[0]
}
