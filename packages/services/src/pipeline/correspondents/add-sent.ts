import type { Db } from '@doorman/db/client'
import { sentMessages, smartReplies } from '@doorman/db/schema'
import type { MailboxId, UserId } from '@doorman/domain/ids'
import { toIndexedAddress } from '@doorman/domain/screening/correspondents'
import type { SentMessage } from '@doorman/mail/mailbox'
import { and, eq, sql } from 'drizzle-orm'
import type { Hasher } from './hash-key.ts'

type Owner = { readonly id: MailboxId; readonly userId: UserId }

/**
 * Adds sent messages to the index. Idempotent: a message that is already in `sent_messages` is not
 * counted again. Replies that Doorman sent are left out. Otherwise every sender who got a reply would
 * become a known contact. They are recognised by our mark, or by their Message-ID, which is stored
 * before a reply is sent. Gmail may replace it on sending, so it is then stored again.
 *
 * The caller has locked the index.
 */
export async function addSent(
  tx: Db,
  mailbox: Owner,
  hash: Hasher,
  messages: readonly SentMessage[],
): Promise<void> {
  if (messages.length === 0) return
  const ownReplies = await findOwnReplies(tx, mailbox, messages)
  const byHash = new Map(
    messages
      .filter(({ claimId }) => claimId === null)
      .filter(({ rfcMessageId }) => rfcMessageId === null || !ownReplies.has(rfcMessageId))
      .map((message) => [hashMessage(hash, message).toString('hex'), message]),
  )
  const isNew = await addMessages(tx, mailbox, byHash)
  await addCorrespondents(
    tx,
    mailbox,
    hash,
    [...byHash].filter(([key]) => isNew.has(key)).map(([, message]) => message),
  )
  await storeMessageIds(tx, mailbox, messages)
}

/** So that an answer to a smart response is recognised, even if we could not read what was sent. */
async function storeMessageIds(
  tx: Db,
  { id: mailboxId }: Owner,
  messages: readonly SentMessage[],
): Promise<void> {
  const replies = messages.filter((sent) => sent.claimId !== null && sent.rfcMessageId !== null)
  if (replies.length === 0) return
  const claimIds = replies.map(({ claimId }) => claimId)
  const rfcMessageIds = replies.map(({ rfcMessageId }) => rfcMessageId)
  await tx.execute(sql`
    update ${smartReplies} set rfc_message_id = sent.rfc_message_id
    from unnest(${sql.param(claimIds)}::text[], ${sql.param(rfcMessageIds)}::text[])
      as sent (claim_id, rfc_message_id)
    where ${smartReplies.mailboxId} = ${mailboxId} and ${smartReplies.id}::text = sent.claim_id
      and ${smartReplies.rfcMessageId} is distinct from sent.rfc_message_id`)
}

/** By user, not by mailbox: a mailbox that is connected again has lost its earlier replies. */
async function findOwnReplies(
  tx: Db,
  { userId }: Owner,
  messages: readonly SentMessage[],
): Promise<ReadonlySet<string | null>> {
  const ids = messages.flatMap(({ rfcMessageId }) => rfcMessageId ?? [])
  const rows = await tx
    .select({ rfcMessageId: smartReplies.rfcMessageId })
    .from(smartReplies)
    .where(
      and(
        eq(smartReplies.userId, userId),
        sql`${smartReplies.rfcMessageId} = any(${sql.param(ids)}::text[])`,
      ),
    )
  return new Set(rows.map(({ rfcMessageId }) => rfcMessageId))
}

/** Returns the keys of those that the index did not have. */
async function addMessages(
  tx: Db,
  { id: mailboxId }: Owner,
  messages: ReadonlyMap<string, SentMessage>,
): Promise<ReadonlySet<string>> {
  const hashes = [...messages.keys()].map((key) => Buffer.from(key, 'hex'))
  const times = [...messages.values()].map(({ sentAt }) => sentAt)
  // Arrays in one parameter each: a statement has at most 65,535 parameters.
  const { rows } = await tx.execute<{ message_hash: Buffer }>(sql`
    insert into ${sentMessages} (mailbox_id, message_hash, sent_at)
    select ${mailboxId}, * from unnest(${sql.param(hashes)}::bytea[], ${sql.param(times)}::timestamptz[])
    on conflict do nothing returning message_hash`)
  return new Set(rows.map(({ message_hash: hash }) => hash.toString('hex')))
}

type Written = {
  readonly address: Buffer
  readonly domain: Buffer
  first: Date
  last: Date
  count: number
}

async function addCorrespondents(
  tx: Db,
  { id: mailboxId }: Owner,
  hash: Hasher,
  messages: readonly SentMessage[],
): Promise<void> {
  const written = new Map<string, Written>()
  for (const { recipients, sentAt } of messages)
    for (const address of new Set(recipients)) {
      const correspondent = toIndexedAddress(address)
      if (correspondent === null) continue
      const known = written.get(correspondent.address)
      if (known) {
        known.first = sentAt < known.first ? sentAt : known.first
        known.last = sentAt > known.last ? sentAt : known.last
        known.count += 1
      } else
        written.set(correspondent.address, {
          address: hash('address', correspondent.address),
          domain: hash('domain', correspondent.domain),
          first: sentAt,
          last: sentAt,
          count: 1,
        })
    }
  const rows = [...written.values()]
  if (rows.length === 0) return
  const column = <Value>(pick: (row: Written) => Value) => sql.param(rows.map(pick))
  await tx.execute(sql`
    insert into correspondents
      (mailbox_id, address_hash, domain_hash, first_sent_at, last_sent_at, sent_count)
    select ${mailboxId}, * from unnest(
      ${column(({ address }) => address)}::bytea[], ${column(({ domain }) => domain)}::bytea[],
      ${column(({ first }) => first)}::timestamptz[], ${column(({ last }) => last)}::timestamptz[],
      ${column(({ count }) => count)}::integer[])
    on conflict (mailbox_id, address_hash) do update set
      first_sent_at = least(correspondents.first_sent_at, excluded.first_sent_at),
      last_sent_at = greatest(correspondents.last_sent_at, excluded.last_sent_at),
      sent_count = correspondents.sent_count + excluded.sent_count`)
}

/** A message without a Message-ID is identified by the provider's id. Nothing can refer to it. */
function hashMessage(hash: Hasher, { rfcMessageId, id }: SentMessage): Buffer {
  return rfcMessageId === null
    ? hash('provider-message-id', id)
    : hash('rfc-message-id', rfcMessageId)
}
