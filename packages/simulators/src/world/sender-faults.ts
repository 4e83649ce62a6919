import type { StoredMessage } from './mailbox/stored-message.ts'

const readFaults = ['rate-limit', 'revoke', 'vanish'] as const
export type ReadFault = (typeof readFaults)[number]

/**
 * Faults that a message from a special sender triggers once, in the demo, too:
 * from `rate-limit@…`, `revoke@…` or `vanish@…` when the message is read,
 * from `lost-response@…` when it is moved.
 */
export class SenderFaults {
  readonly #triggered = new Set<string>()

  findReadFault(message: StoredMessage): ReadFault | null {
    const name = senderName(message)
    const fault = readFaults.find((candidate) => candidate === name)
    return fault !== undefined && this.#isFirst(message) ? fault : null
  }

  /** The provider moves the message, then responds with an error. */
  losesMoveResponse(message: StoredMessage): boolean {
    return senderName(message) === 'lost-response' && this.#isFirst(message)
  }

  #isFirst({ id }: StoredMessage): boolean {
    const isFirst = !this.#triggered.has(id)
    this.#triggered.add(id)
    return isFirst
  }
}

function senderName({ headers }: StoredMessage): string | undefined {
  return headers.addresses('from')[0]?.address.split('@')[0]
}
