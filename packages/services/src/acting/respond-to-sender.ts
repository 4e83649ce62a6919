import type { Db } from '@doorman/db/client'
import { findOpenMailbox, noteNeedsReconnect, type MailboxRow } from '@doorman/db/queries/mailboxes'
import { decisions, smartReplies } from '@doorman/db/schema'
import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import { listReferences } from '@doorman/domain/references'
import { toReplySubject } from '@doorman/domain/smart-response'
import { MailError } from '@doorman/mail/mail-error'
import type { DraftId, ReceivedMail } from '@doorman/mail/mailbox'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { claimReply, type Claim } from './claim-reply.ts'
import { sendReply, settleReply, type ClaimedReply } from './send-reply.ts'

/**
 * Answers the sender of a message that was set aside, in the user's name, or
 * keeps silent. A claim is written first; where one is found, it was begun and
 * cut off, and is only looked into.
 */
export async function respondToSender(
  ctx: Context,
  { mailboxId, decisionId }: { mailboxId: MailboxId; decisionId: DecisionId },
): Promise<void | 'given-up'> {
  const row = await findOpenMailbox(ctx.db, mailboxId)
  const work = row && (await findWork(ctx.db, decisionId))
  if (!row || !work || (work.claim !== null && work.claim.state !== 'claimed')) return
  try {
    const mailbox = await ctx.mail.openMailbox(row.grantId)
    if (work.claim)
      // Only a draft that an adapter made is ever stored.
      return await settleReply(ctx, mailbox, work.claim.id, work.claim.draftId as DraftId | null)
    const mail = await mailbox.loadMail(work.messageId)
    const claim = await claimReply(ctx, row, decisionId, mail)
    if (claim) await sendReply(ctx, mailbox, toReply(row, mail, claim))
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    switch (error.failure) {
      case 'gone':
        return
      case 'access-revoked':
      case 'permission-missing':
        return noteNeedsReconnect(ctx.db, row)
      case 'too-large':
      case 'refused':
        return 'given-up'
      case 'rate-limited':
      case 'unavailable':
        throw error
    }
  }
}

async function findWork(db: Db, decisionId: DecisionId) {
  const [work] = await db
    .select({ messageId: decisions.messageId, claim: smartReplies })
    .from(decisions)
    .leftJoin(smartReplies, eq(smartReplies.decisionId, decisions.id))
    .where(eq(decisions.id, decisionId))
  return work
}

/** Nothing of the mail is quoted. */
function toReply(row: MailboxRow, mail: ReceivedMail, { id, ...claim }: Claim): ClaimedReply {
  return {
    ...claim,
    claimId: id,
    toMail: mail.id,
    threadId: mail.threadId,
    from: row.address,
    subject: toReplySubject(mail.message.subject),
    references: listReferences(mail.message.headers),
  }
}
