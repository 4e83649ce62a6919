import type { Db } from '@doorman/db/client'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { smartReplies } from '@doorman/db/schema'
import { findAppealRefusal } from '@doorman/domain/replies/appeal'
import { authservIds, findDmarcResult } from '@doorman/domain/mail/authentication-results'
import type { ReplyId, UserId } from '@doorman/domain/ids'
import { dayMs } from '@doorman/domain/time'
import { isBounce } from '@doorman/domain/replies/reply-manners'
import type { ReceivedMessage } from '@doorman/mail/mailbox'
import { and, eq, gt } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import type { AnsweredReply, MessageFacts } from '../screening/page-facts.ts'
import { claimsAcquaintance } from './claims-acquaintance.ts'

type Candidate = {
  readonly row: MailboxRow
  readonly received: ReceivedMessage
  readonly known: MessageFacts
  readonly isPro: boolean
}

/**
 * Checks whether a message answers a smart response of this mailbox. Records a bounce, so that we
 * do not reply to that address again. Returns the reply that the sender appeals against, if the
 * message is an appeal.
 */
export async function findAppeal(ctx: Context, candidate: Candidate): Promise<ReplyId | null> {
  // Only replies of this mailbox: an answer to another user's reply proves nothing here.
  const reply = candidate.known.answeredReply
  if (!reply) return null
  if (isBounce(candidate.received.message)) {
    await recordBounce(ctx.db, reply)
    return null
  }
  return (await isAppeal(ctx, candidate, reply)) ? reply.id : null
}

async function recordBounce(db: Db, { id }: AnsweredReply): Promise<void> {
  await db.update(smartReplies).set({ state: 'bounced' }).where(eq(smartReplies.id, id))
}

async function isAppeal(
  { db, now }: Context,
  { row, received: { message }, known, isPro }: Candidate,
  reply: AnsweredReply,
): Promise<boolean> {
  const { userId, provider, address, ownAddresses } = row
  const refusal = findAppealRefusal({
    message,
    saysPhrase: claimsAcquaintance(message.body),
    dmarc: findDmarcResult(message, authservIds[provider]),
    ownAddresses: [address, ...ownAddresses],
    repliedTo: reply.sender,
    isPro,
    isRepeated: reply.isRepeated,
    hasReputation: known.reputation !== null,
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
