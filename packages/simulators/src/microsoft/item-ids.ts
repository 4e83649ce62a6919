import type { Change, MailStore, StoredMail } from '../world/mail-store.ts'
import { GraphError } from './graph-error.ts'

const prefixes = { immutable: 'AAkALgAA', movable: 'AAMkAGI2' } as const

/**
 * The two ids of every mail: one for good, and the default one, which changes
 * "only if the item is moved" (learn.microsoft.com/graph/outlook-immutable-id). They
 * are read letter by letter: "case-sensitive".
 */
export class ItemIds {
  readonly #store: MailStore
  /** Ids of the changes by which a mail went from one folder to another. */
  readonly #moves = new Map<string, bigint[]>()

  constructor(store: MailStore) {
    this.#store = store
    store.onChange((change) => {
      if (!isMove(change)) return
      this.#moves.set(change.mailId, [...this.#movesOf(change.mailId), change.id])
    })
  }

  /** `before`: the id it had until that change. */
  toId(mailId: string, isImmutable: boolean, before?: bigint): string {
    if (isImmutable) return this.#encode(prefixes.immutable, mailId)
    const moves = this.#movesOf(mailId).filter((id) => before === undefined || id < before)
    return this.#encode(prefixes.movable, `${mailId}.${moves.length}`)
  }

  /** Takes either kind; an id from before a move, or of another mailbox, finds nothing. */
  find(id: string): StoredMail | null {
    const prefix = Object.values(prefixes).find((candidate) => id.startsWith(candidate))
    const text = prefix && Buffer.from(id.slice(prefix.length), 'base64url').toString()
    const [, mailId] = /^[\w-]+\/(\w+)(?:\.\d+)?$/.exec(text ?? '') ?? []
    // As seen in github.com/microsoftgraph/microsoft-graph-docs/issues/2268.
    if (mailId === undefined)
      throw new GraphError(400, 'ErrorInvalidIdMalformed', 'Id is malformed.')
    const isCurrent = [true, false].some((isImmutable) => this.toId(mailId, isImmutable) === id)
    return isCurrent ? this.#store.find(mailId) : null
  }

  #movesOf(mailId: string): readonly bigint[] {
    return this.#moves.get(mailId) ?? []
  }

  #encode(prefix: string, text: string): string {
    return `${prefix}${Buffer.from(`${this.#store.owner.subject}/${text}`).toString('base64url')}=`
  }
}

function isMove({ before, after }: Change): boolean {
  return before !== null && after !== null && [...after.places].join() !== [...before.places].join()
}
