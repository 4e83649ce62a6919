import { decisions, smartReplies } from '@doorman/db/schema'
import type { ReplyId } from '@doorman/domain/ids'
import { MailError } from '@doorman/mail/mail-error'
import type { Draft, DraftId, Mailbox, Reply } from '@doorman/mail/mailbox'
import { and, eq, exists, isNotNull, isNull } from 'drizzle-orm'
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
    if (!(await recordDraft(ctx, claimId, draft))) return resolveClaim(ctx, mailbox, reply, draftId)
    const { rfcMessageId } = await mailbox.replies.sendDraft(draftId, reply)
    await closeClaim(ctx, claimId, { state: 'sent', rfcMessageId })
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    if (draftId === null && !error.mayHaveHappened) return closeUndrafted(ctx, claimId)
    await resolveClaim(ctx, mailbox, reply, draftId)
  }
}

/**
 * Finds out whether the reply of a claim was sent. Without a stored draft id it cannot have been,
 * but its draft may exist: the worker may have died between creating it and storing its id. It is
 * deleted, so that it does not stay among the user's drafts.
 */
export async function resolveClaim(
  ctx: Context,
  mailbox: Mailbox,
  { claimId, threadId }: Pick<ClaimedReply, 'claimId' | 'threadId'>,
  draftId: DraftId | null,
): Promise<void> {
  if (draftId !== null) {
    const state = await mailbox.replies.resolveDraft(draftId)
    return closeClaim(ctx, claimId, { state })
  }
  await mailbox.replies.discardDraft({ claimId, threadId })
  await closeUndrafted(ctx, claimId)
}

/**
 * Stores the draft before it is sent, with its Message-ID, in case the response to the send call
 * gets lost. `false` if it must not be sent: the user has restored the message or disconnected the
 * mailbox meanwhile, or another worker has closed the claim.
 */
async function recordDraft({ db }: Context, claimId: ReplyId, draft: Draft): Promise<boolean> {
  const setAside = db
    .select()
    .from(decisions)
    .where(and(eq(decisions.id, smartReplies.decisionId), eq(decisions.state, 'set-aside')))
  const recorded = await db
    .update(smartReplies)
    .set({ draftId: draft.id, rfcMessageId: draft.rfcMessageId })
    .where(and(isOpenClaim(claimId), isNotNull(smartReplies.mailboxId), exists(setAside)))
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

/**
 * Leaves the claim open if it has a draft by now: a worker that was thought dead has stored one and
 * may be sending it. The next attempt resolves that draft.
 */
async function closeUndrafted({ db }: Context, claimId: ReplyId): Promise<void> {
  await db
    .update(smartReplies)
    .set({ state: 'unsent' })
    .where(and(isOpenClaim(claimId), isNull(smartReplies.draftId)))
}

function isOpenClaim(claimId: ReplyId) {
  return and(eq(smartReplies.id, claimId), eq(smartReplies.state, 'claimed'))
}
