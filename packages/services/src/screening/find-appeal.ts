import type { Db } from '@doorman/db/client'
import { findStanding } from '@doorman/db/queries/known-senders'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { smartReplies } from '@doorman/db/schema'
import { findAppealRefusal } from '@doorman/domain/appeal'
import { authservIds, findDmarcResult } from '@doorman/domain/authentication-results'
import type { ReplyId, UserId } from '@doorman/domain/ids'
import { isPro, toPlan } from '@doorman/domain/plan'
import { listReferences } from '@doorman/domain/references'
import { isBounce } from '@doorman/domain/reply-manners'
import type { ReceivedMail } from '@doorman/mail/mailbox'
import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { claimsAcquaintance } from './claims-acquaintance.ts'

type SmartReply = typeof smartReplies.$inferSelect

/**
 * Looks at a mail as an answer to a smart response of this mailbox. A bounce is
 * noted, so that its address is left in peace. Gives the reply that the sender
 * appeals against, if that is what it is.
 */
export async function findAppeal(
  ctx: Context,
  row: MailboxRow,
  mail: ReceivedMail,
): Promise<ReplyId | null> {
  const reply = await findAnsweredReply(ctx.db, row, mail)
  if (!reply) return null
  if (isBounce(mail.message)) {
    await noteBounce(ctx.db, reply)
    return null
  }
  return (await isAppeal(ctx, row, mail, reply)) ? reply.id : null
}

/** The mail it answers comes last; nobody needs the hundreds before it. */
const mostReferences = 20

/** Only replies of this very mailbox: what another user was answered with is of no use here. */
async function findAnsweredReply(
  db: Db,
  { id }: MailboxRow,
  { message }: ReceivedMail,
): Promise<SmartReply | undefined> {
  const references = listReferences(message.headers).slice(-mostReferences)
  if (references.length === 0) return undefined
  const [reply] = await db
    .select()
    .from(smartReplies)
    .where(and(eq(smartReplies.mailboxId, id), inArray(smartReplies.headerId, references)))
  return reply
}

async function noteBounce(db: Db, { id }: SmartReply): Promise<void> {
  await db.update(smartReplies).set({ state: 'bounced' }).where(eq(smartReplies.id, id))
}

async function isAppeal(
  { db, now }: Context,
  { userId, provider, address, ownAddresses }: MailboxRow,
  { message }: ReceivedMail,
  reply: SmartReply,
): Promise<boolean> {
  const sender = message.from?.address ?? ''
  const refusal = findAppealRefusal({
    message,
    saysPhrase: claimsAcquaintance(message.body),
    dmarc: findDmarcResult(message, authservIds[provider]),
    ownAddresses: [address, ...ownAddresses],
    answered: reply.sender,
    isPro: isPro(toPlan(await loadPlanFacts(db, userId), now())),
    isRepeated: reply.appealedAt !== null,
    isSettled: (await findStanding(db, userId, sender)) !== null,
    appealsOfUser: await countAppeals(db, userId, now()),
  })
  return refusal === null
}

const dayMs = 86_400_000

async function countAppeals(db: Db, userId: UserId, now: Date): Promise<number> {
  const since = new Date(now.getTime() - dayMs)
  return db.$count(
    smartReplies,
    and(eq(smartReplies.userId, userId), gt(smartReplies.appealedAt, since)),
  )
}
