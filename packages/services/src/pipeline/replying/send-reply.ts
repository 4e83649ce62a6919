import { decisions, smartReplies } from '@doorman/db/schema'
import type { ReplyId } from '@doorman/domain/ids'
import { MailError } from '@doorman/mail/mail-error'
import type { Draft, DraftId, Mailbox, Reply } from '@doorman/mail/mailbox'
import { and, eq, exists } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'

export type ClaimedReply = Reply & { readonly claimId: ReplyId }

/**
 * Sends a claimed reply at most once: draft it, store the draft's id, send the draft. After any
 * failure the provider is asked whether it was sent; it is never sent a second time.
 */
export async function sendReply(
  ctx: Context,
  mailbox: Mailbox,
  reply: ClaimedReply,
): Promise<void> {
  const { claimId } = reply
  let draftId: DraftId | null = null
  try {
    const draft = await mailbox.replies.createDraft(reply)
    draftId = draft.id
    if (!(await recordDraft(ctx, claimId, draft)))
      return resolveClaim(ctx, mailbox, claimId, draftId)
    const { rfcMessageId } = await mailbox.replies.sendDraft(draftId, reply)
    await closeClaim(ctx, claimId, { state: 'sent', rfcMessageId })
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    await resolveClaim(ctx, mailbox, claimId, draftId)
  }
}

/**
 * Finds out whether the reply of a claim was sent. Without a stored draft id it cannot have been.
 */
export async function resolveClaim(
  ctx: Context,
  mailbox: Mailbox,
  claimId: ReplyId,
  draftId: DraftId | null,
): Promise<void> {
  const state = draftId === null ? 'unsent' : await mailbox.replies.resolveDraft(draftId)
  await closeClaim(ctx, claimId, { state })
}

/**
 * Stores the draft before it is sent, with its Message-ID, in case the response to the send call
 * gets lost. `false` if it must not be sent: the user has restored the message meanwhile, or
 * another worker has closed the claim.
 */
async function recordDraft({ db }: Context, claimId: ReplyId, draft: Draft): Promise<boolean> {
  const setAside = db
    .select()
    .from(decisions)
    .where(and(eq(decisions.id, smartReplies.decisionId), eq(decisions.state, 'set-aside')))
  const recorded = await db
    .update(smartReplies)
    .set({ draftId: draft.id, rfcMessageId: draft.rfcMessageId })
    .where(and(isOpenClaim(claimId), exists(setAside)))
    .returning({ id: smartReplies.id })
  return recorded.length > 0
}

async function closeClaim(
  { db }: Context,
  claimId: ReplyId,
  outcome: { readonly state: 'sent' | 'unsent'; readonly rfcMessageId?: string },
): Promise<void> {
  await db.update(smartReplies).set(outcome).where(isOpenClaim(claimId))
}

function isOpenClaim(claimId: ReplyId) {
  return and(eq(smartReplies.id, claimId), eq(smartReplies.state, 'claimed'))
}
