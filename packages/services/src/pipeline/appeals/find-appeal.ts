import type { Db } from '@doorman/db/client'
import { findReputation } from '@doorman/db/queries/sender-reputations'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { smartReplies } from '@doorman/db/schema'
import { findAppealRefusal } from '@doorman/domain/replies/appeal'
import { authservIds, findDmarcResult } from '@doorman/domain/mail/authentication-results'
import type { ReplyId, UserId } from '@doorman/domain/ids'
import { dayMs } from '@doorman/domain/time'
import { isPro, toPlan } from '@doorman/domain/plans/plan'
import { listReferences } from '@doorman/domain/mail/references'
import { isBounce } from '@doorman/domain/replies/reply-manners'
import type { ReceivedMessage } from '@doorman/mail/mailbox'
import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { claimsAcquaintance } from './claims-acquaintance.ts'

type SmartReply = typeof smartReplies.$inferSelect

/**
 * Checks whether a message answers a smart response of this mailbox. Records a bounce, so that we
 * do not reply to that address again. Returns the reply that the sender appeals against, if the
 * message is an appeal.
 */
export async function findAppeal(
  ctx: Context,
  row: MailboxRow,
  received: ReceivedMessage,
): Promise<ReplyId | null> {
  const reply = await findAnsweredReply(ctx.db, row, received)
  if (!reply) return null
  if (isBounce(received.message)) {
    await recordBounce(ctx.db, reply)
    return null
  }
  return (await isAppeal(ctx, row, received, reply)) ? reply.id : null
}

/** The last reference is the message that is answered. Long threads have hundreds before it. */
const maxReferences = 20

/** Only replies of this mailbox: an answer to another user's reply proves nothing here. */
async function findAnsweredReply(
  db: Db,
  { id }: MailboxRow,
  { message }: ReceivedMessage,
): Promise<SmartReply | undefined> {
  const references = listReferences(message.headers).slice(-maxReferences)
  if (references.length === 0) return undefined
  const [reply] = await db
    .select()
    .from(smartReplies)
    .where(and(eq(smartReplies.mailboxId, id), inArray(smartReplies.rfcMessageId, references)))
  return reply
}

async function recordBounce(db: Db, { id }: SmartReply): Promise<void> {
  await db.update(smartReplies).set({ state: 'bounced' }).where(eq(smartReplies.id, id))
}

async function isAppeal(
  { db, now }: Context,
  { userId, provider, address, ownAddresses }: MailboxRow,
  { message }: ReceivedMessage,
  reply: SmartReply,
): Promise<boolean> {
  const sender = message.from?.address ?? ''
  const refusal = findAppealRefusal({
    message,
    saysPhrase: claimsAcquaintance(message.body),
    dmarc: findDmarcResult(message, authservIds[provider]),
    ownAddresses: [address, ...ownAddresses],
    repliedTo: reply.sender,
    isPro: isPro(toPlan(await loadPlanFacts(db, userId), now())),
    isRepeated: reply.appealedAt !== null,
    hasReputation: (await findReputation(db, userId, sender)) !== null,
    appealsToday: await countAppeals(db, userId, now()),
  })
  return refusal === null
}

async function countAppeals(db: Db, userId: UserId, now: Date): Promise<number> {
  const since = new Date(now.getTime() - dayMs)
  return db.$count(
    smartReplies,
    and(eq(smartReplies.userId, userId), gt(smartReplies.appealedAt, since)),
  )
}
