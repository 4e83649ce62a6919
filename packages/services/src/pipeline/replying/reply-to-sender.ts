import type { Db } from '@doorman/db/client'
import { findOpenMailbox } from '@doorman/db/queries/mailboxes'
import { decisions, smartReplies } from '@doorman/db/schema'
import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import { listReferences } from '@doorman/domain/mail/references'
import { toReplySubject } from '@doorman/domain/replies/smart-response'
import type { DraftId, ReceivedMessage } from '@doorman/mail/mailbox'
import { eq } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import type { GivenUp } from '../../ports/jobs.ts'
import { resolveMailFailure } from '../mail-failure.ts'
import { loadAttributed } from '../screening/load-attributed.ts'
import { claimReply, type ReplyClaim } from './claim-reply.ts'
import { sendReply, resolveClaim, type ClaimedReply } from './send-reply.ts'

/**
 * Replies to the sender of a message that was set aside, in the user's name, unless there is a
 * reason not to. The claim is stored before anything is sent. An open claim means that an earlier
 * attempt was cut off: then the job only finds out whether it was sent, and sends nothing.
 */
export async function replyToSender(
  ctx: Context,
  { mailboxId, decisionId }: { mailboxId: MailboxId; decisionId: DecisionId },
): Promise<void | GivenUp> {
  const row = await findOpenMailbox(ctx.db, mailboxId)
  const task = row && (await findTask(ctx.db, decisionId))
  if (!row || !task || (task.claim !== null && task.claim.state !== 'claimed')) return
  try {
    const mailbox = await ctx.mail.openMailbox(row.grantId)
    if (task.claim) {
      const { id: claimId, draftId } = task.claim
      // Only kept messages have no thread. The column holds only draft ids of the adapter.
      const claimed = { claimId, threadId: task.threadId ?? '' }
      return await resolveClaim(ctx, mailbox, claimed, draftId as DraftId | null)
    }
    const received = await loadAttributed(mailbox, row, task.providerMessageId)
    const claim = await claimReply(ctx, row, decisionId, received)
    if (claim) await sendReply(ctx, mailbox, toReply(received, claim))
  } catch (error) {
    const meaning = await resolveMailFailure(ctx, row, error)
    if (meaning === 'message-refused') return { kind: 'given-up', failure: 'provider-refused' }
  }
}

async function findTask(db: Db, decisionId: DecisionId) {
  const [task] = await db
    .select({
      providerMessageId: decisions.providerMessageId,
      threadId: decisions.threadId,
      claim: smartReplies,
    })
    .from(decisions)
    .leftJoin(smartReplies, eq(smartReplies.decisionId, decisions.id))
    .where(eq(decisions.id, decisionId))
  return task
}

/** The reply does not quote the message. */
function toReply(received: ReceivedMessage, { id, ...claim }: ReplyClaim): ClaimedReply {
  return {
    ...claim,
    claimId: id,
    repliesTo: received.id,
    threadId: received.threadId,
    subject: toReplySubject(received.message.subject),
    references: listReferences(received.message.headers),
  }
}
