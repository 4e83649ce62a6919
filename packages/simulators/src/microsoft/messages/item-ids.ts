import type { MailStore } from '../../world/mailbox/mail-store.ts'
import type { Change, StoredMessage } from '../../world/mailbox/stored-message.ts'
import { GraphError } from '../graph/graph-error.ts'

const prefixes = { immutable: 'AAkALgAA', movable: 'AAMkAGI2' } as const

/**
 * The two ids of every message: an immutable one, and the default one, which changes
 * when the message is moved (https://learn.microsoft.com/graph/outlook-immutable-id).
 * Both are case-sensitive.
 */
export class ItemIds {
  readonly #store: MailStore
  /** Ids of the changes that moved a message to another folder. */
  readonly #moves = new Map<string, bigint[]>()

  constructor(store: MailStore) {
    this.#store = store
    store.onChange((change) => {
      if (!isMove(change)) return
      this.#moves.set(change.storedMessageId, [...this.#movesOf(change.storedMessageId), change.id])
    })
  }

  /** With `before`: the id that the message had before that change. */
  toId(storedMessageId: string, isImmutable: boolean, before?: bigint): string {
    if (isImmutable) return this.#encode(prefixes.immutable, storedMessageId)
    const moves = this.#movesOf(storedMessageId).filter((id) => before === undefined || id < before)
    return this.#encode(prefixes.movable, `${storedMessageId}.${moves.length}`)
  }

  /** Accepts both kinds of id. An id from before a move or of another mailbox finds nothing. */
  find(id: string): StoredMessage | null {
    const prefix = Object.values(prefixes).find((candidate) => id.startsWith(candidate))
    const text = prefix && Buffer.from(id.slice(prefix.length), 'base64url').toString()
    const [, storedMessageId] = /^[\w-]+\/(\w+)(?:\.\d+)?$/.exec(text ?? '') ?? []
    // Graph's error, as in github.com/microsoftgraph/microsoft-graph-docs/issues/2268.
    if (storedMessageId === undefined)
      throw new GraphError(400, 'ErrorInvalidIdMalformed', 'Id is malformed.')
    const isCurrent = [true, false].some(
      (isImmutable) => this.toId(storedMessageId, isImmutable) === id,
    )
    return isCurrent ? this.#store.find(storedMessageId) : null
  }

  #movesOf(storedMessageId: string): readonly bigint[] {
    return this.#moves.get(storedMessageId) ?? []
  }

  #encode(prefix: string, text: string): string {
    return `${prefix}${Buffer.from(`${this.#store.owner.subject}/${text}`).toString('base64url')}=`
  }
}

function isMove({ before, after }: Change): boolean {
  return (
    before !== null && after !== null && [...after.folders].join() !== [...before.folders].join()
  )
}
