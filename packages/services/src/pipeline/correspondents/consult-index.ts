import type { Db } from '@doorman/db/client'
import { prepareSql, unseenList } from '@doorman/db/prepared'
import { correspondentIndexes } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { toIndexedAddress, toSharedDomain } from '@doorman/domain/screening/correspondents'
import { eq, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { KeyRing } from '../../ports/key-ring.ts'
import { findHasher, type Hasher, type IndexRow } from './hash-key.ts'

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
  /** The user has written to the sender's address. */
  readonly hasWrittenToSender: boolean
  /** The user has written to the sender's domain. Never true for a freemail domain. */
  readonly hasWrittenToDomain: boolean
  /** The user has written to another recipient. */
  readonly hasCommonContact: boolean
  /** The message refers to one that the user sent. */
  readonly answersTheUser: boolean
}

const noAnswer: IndexAnswer = {
  isComplete: false,
  hasWrittenToSender: false,
  hasWrittenToDomain: false,
  hasCommonContact: false,
  answersTheUser: false,
}

/** The values of a lookup's columns: the hashes in question that the index has. */
export type FoundHashes = {
  /** `null` if the key was replaced since the row was read: then our hashes match nothing. */
  readonly isIndexComplete: boolean | null
  readonly knownAddresses: readonly Buffer[]
  readonly knownDomains: readonly Buffer[]
  readonly knownMessages: readonly Buffer[]
}

/** The values of `toLookupColumns`. */
export type LookupValues = {
  readonly indexedMailboxId: MailboxId | null
  readonly restartCount: number | null
  readonly addressHashes: readonly Buffer[]
  readonly domainHashes: readonly Buffer[]
  readonly messageHashes: readonly Buffer[]
}

/** The columns of a lookup, for a select without `from`, alone or among other columns. */
export function toLookupColumns(place: (name: keyof LookupValues) => Placeholder): SQL {
  const mailboxId = place('indexedMailboxId')
  return sql`
    (select completed_at is not null from correspondent_indexes
      where mailbox_id = ${mailboxId} and restart_count = ${place('restartCount')}) as "isIndexComplete",
    array(select address_hash from correspondents where mailbox_id = ${mailboxId}
      and address_hash = any(${unseenList(place('addressHashes'), 'bytea')})) as "knownAddresses",
    array(select hash from unnest(${unseenList(place('domainHashes'), 'bytea')}) as hash where exists (
      select from correspondents where mailbox_id = ${mailboxId} and domain_hash = hash)) as "knownDomains",
    array(select message_hash from sent_messages where mailbox_id = ${mailboxId}
      and message_hash = any(${unseenList(place('messageHashes'), 'bytea')})) as "knownMessages"`
}

const selectHashes = prepareSql<LookupValues, FoundHashes>(
  (place) => sql`select ${toLookupColumns(place)}`,
)

export type IndexLookup = {
  readonly values: LookupValues
  /** The answer to one of the prepared questions. */
  answer(found: FoundHashes, question: Question): IndexAnswer
}

/** Prepares questions about any number of messages for one query. `index` is the mailbox's row. */
export function prepareLookup(
  keyRing: KeyRing,
  index: IndexRow | null,
  questions: readonly Question[],
): IndexLookup {
  const hash = index && findHasher(keyRing, index)
  const asked = new Map(hash ? questions.map((one) => [one, toHashes(hash, one)]) : [])
  const allOf = (...kinds: (keyof Hashes)[]) =>
    [...asked.values()].flatMap((hashes) => kinds.flatMap((kind) => hashes[kind]))
  return {
    values: {
      indexedMailboxId: index?.mailboxId ?? null,
      restartCount: index?.restartCount ?? null,
      addressHashes: allOf('sender', 'others'),
      domainHashes: allOf('domain'),
      messageHashes: allOf('references'),
    },
    answer(found, question) {
      const hashes = asked.get(question)
      if (!hashes || found.isIndexComplete === null) return noAnswer
      return {
        isComplete: found.isIndexComplete,
        hasWrittenToSender: hasAny(found.knownAddresses, hashes.sender),
        hasWrittenToDomain: hasAny(found.knownDomains, hashes.domain),
        hasCommonContact: hasAny(found.knownAddresses, hashes.others),
        answersTheUser: hasAny(found.knownMessages, hashes.references),
      }
    },
  }
}

type Hashes = Record<'sender' | 'domain' | 'others' | 'references', readonly Buffer[]>

function toHashes(hash: Hasher, { sender, otherRecipients, references }: Question): Hashes {
  const hashAddress = (address: string) => {
    const correspondent = toIndexedAddress(address)
    return correspondent === null ? [] : [hash('address', correspondent.address)]
  }
  const from = toIndexedAddress(sender)
  const domain = from && toSharedDomain(from)
  return {
    sender: hashAddress(sender),
    domain: domain === null ? [] : [hash('domain', domain)],
    others: otherRecipients.flatMap(hashAddress),
    references: references.map((id) => hash('rfc-message-id', id)),
  }
}

function hasAny(known: readonly Buffer[], hashes: readonly Buffer[]): boolean {
  return hashes.some((hash) => known.some((one) => one.equals(hash)))
}

/** Asks the index of a mailbox about one message. */
export async function consultIndex(
  db: Db,
  keyRing: KeyRing,
  index: IndexRow | null,
  question: Question,
): Promise<IndexAnswer> {
  const lookup = prepareLookup(keyRing, index, [question])
  const [found] = await selectHashes(db, lookup.values)
  return found ? lookup.answer(found, question) : noAnswer
}

export async function findIndex(db: Db, mailboxId: MailboxId): Promise<IndexRow | null> {
  const [row] = await db
    .select()
    .from(correspondentIndexes)
    .where(eq(correspondentIndexes.mailboxId, mailboxId))
  return row ?? null
}
