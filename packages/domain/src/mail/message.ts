/** A person in a header: the display name, and the normalised address. */
export type NamedAddress = { readonly name: string; readonly address: string }

/** A received message. It is held in memory only and never stored. */
export type Message = {
  /**
   * `null` if there is no sender or more than one. Such a message is never trusted and gets no
   * reply.
   */
  readonly from: NamedAddress | null
  /**
   * A contact form sent it, and `from` is the author who was typed into the form. Nothing proves
   * that address.
   */
  readonly viaContactForm?: true
  /**
   * A server outside the user's organisation sent the contact-form message, and Reply-To doesn't name
   * the author. Anyone could have made it up, so having written to this address, or trusting it,
   * doesn't keep the message.
   */
  readonly isAuthorUnconfirmed?: true
  readonly to: readonly NamedAddress[]
  readonly cc: readonly NamedAddress[]
  readonly replyTo: NamedAddress | null
  readonly subject: string
  readonly body: MessageBody
  readonly headers: MessageHeaders
}

/** The body as it was sent: plain text, HTML or both. Either may be empty or malformed. */
export type MessageBody = {
  readonly text: string | null
  readonly html: string | null
  /** The body is too large to load. These are its first words, as the provider shows them. */
  readonly isExcerpt?: boolean
}

/** The headers of a message. Names are case-insensitive, and a header may occur more than once. */
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

  /** The topmost header of that name, which the last server on the way added. */
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
