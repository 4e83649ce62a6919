import type { Db } from '@doorman/db/client'
import { correspondentIndexes } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { toIndexedAddress, toSharedDomain } from '@doorman/domain/screening/correspondents'
import { eq, sql } from 'drizzle-orm'
import type { KeyRing } from '../../ports/key-ring.ts'
import { findHasher, type IndexRow } from './hash-key.ts'

export type Question = {
  readonly sender: string
  readonly otherRecipients: readonly string[]
  readonly references: readonly string[]
}

/**
 * If `isComplete`, a `false` below is certain, within the limits of the index: 100,000 messages, and
 * 400 days for references.
 */
export type IndexAnswer = {
  readonly isComplete: boolean
  /** The user has written to the sender or, unless it is a freemail domain, to the domain. */
  readonly knowsSender: boolean
  readonly knowsOtherRecipient: boolean
  /** One of the references is a message of the user. */
  readonly knowsReference: boolean
}

const noAnswer: IndexAnswer = {
  isComplete: false,
  knowsSender: false,
  knowsOtherRecipient: false,
  knowsReference: false,
}

/** Asks the index of a mailbox about a message, in one query. `index` is the row, read before. */
export async function consultIndex(
  db: Db,
  keyRing: KeyRing,
  index: IndexRow | null,
  { sender, otherRecipients, references }: Question,
): Promise<IndexAnswer> {
  const hash = index && findHasher(keyRing, index)
  if (!hash) return noAnswer
  const hashAddress = (address: string) => {
    const correspondent = toIndexedAddress(address)
    return correspondent === null ? [] : [hash('address', correspondent.address)]
  }
  const from = toIndexedAddress(sender)
  const domain = from && toSharedDomain(from)
  const { mailboxId, restartCount } = index
  const hasWritten = (column: 'address_hash' | 'domain_hash', hashes: readonly Buffer[]) =>
    sql`exists (select from correspondents where mailbox_id = ${mailboxId}
      and ${sql.identifier(column)} = any(${sql.param(hashes)}::bytea[]))`
  const { rows } = await db.execute<IndexAnswer>(sql`
    select completed_at is not null as "isComplete",
      ${hasWritten('address_hash', hashAddress(sender))}
        or ${hasWritten('domain_hash', domain === null ? [] : [hash('domain', domain)])}
        as "knowsSender",
      ${hasWritten('address_hash', otherRecipients.flatMap(hashAddress))} as "knowsOtherRecipient",
      exists (select from sent_messages where mailbox_id = ${mailboxId} and message_hash
        = any(${sql.param(references.map((id) => hash('rfc-message-id', id)))}::bytea[]))
        as "knowsReference"
    from correspondent_indexes
    -- The key may have been replaced since the row was read. Then our hashes match no row.
    where mailbox_id = ${mailboxId} and restart_count = ${restartCount}`)
  return rows[0] ?? noAnswer
}

export async function findIndex(db: Db, mailboxId: MailboxId): Promise<IndexRow | null> {
  const [row] = await db
    .select()
    .from(correspondentIndexes)
    .where(eq(correspondentIndexes.mailboxId, mailboxId))
  return row ?? null
}
