/** Somebody in a header: the name they go by, and the address in its normal form. */
export type Correspondent = { readonly name: string; readonly address: string }

/** One received mail, as far as we look at it. It passes through memory and is kept nowhere. */
export type Message = {
  /** `null` when there is none or more than one: then nobody can be trusted, and nobody answered. */
  readonly from: Correspondent | null
  readonly to: readonly Correspondent[]
  readonly cc: readonly Correspondent[]
  readonly replyTo: Correspondent | null
  readonly subject: string
  readonly body: MessageBody
  readonly headers: MessageHeaders
}

/** As it was sent: plain, marked up, or the same in both forms. Either may be empty, or nonsense. */
export type MessageBody = { readonly text: string | null; readonly html: string | null }

/** The headers of a mail, by name in any case; a header may come more than once. */
export class MessageHeaders {
  readonly #values = new Map<string, string[]>()

  constructor(entries: Iterable<readonly [string, string]> = []) {
    for (const [name, value] of entries) {
      const key = name.toLowerCase()
      const values = this.#values.get(key)
      if (values) values.push(value)
      else this.#values.set(key, [value])
    }
  }

  /** The first of that name: the one written last on the way here. */
  get(name: string): string | undefined {
    return this.all(name)[0]
  }

  all(name: string): readonly string[] {
    return this.#values.get(name.toLowerCase()) ?? []
  }

  has(name: string): boolean {
    return this.all(name).length > 0
  }
}
