import { decisions, smartReplies } from '@doorman/db/schema'
import type { ReplyId } from '@doorman/domain/ids'
import { MailError } from '@doorman/mail/mail-error'
import type { Draft, DraftId, Mailbox, Reply } from '@doorman/mail/mailbox'
import { and, eq, exists } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** A reply with the id of the claim to it. */
export type ClaimedReply = Reply & { readonly claimId: ReplyId }

/**
 * Sends what was claimed, once. Whatever goes wrong on the way, the mailbox is
 * asked what became of it, and nothing is ever sent again.
 */
export async function sendReply(
  ctx: Context,
  mailbox: Mailbox,
  reply: ClaimedReply,
): Promise<void> {
  const { claimId } = reply
  let draftId: DraftId | null = null
  try {
    const draft = await mailbox.replies.draft(reply)
    draftId = draft.id
    if (!(await keepDraft(ctx, claimId, draft))) return settleReply(ctx, mailbox, claimId, draftId)
    const { messageId } = await mailbox.replies.send(draftId, reply)
    await close(ctx, claimId, { state: 'sent', headerId: messageId })
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    await settleReply(ctx, mailbox, claimId, draftId)
  }
}

/** Finds out what became of a claim. Without a draft that we know of nothing can have gone out. */
export async function settleReply(
  ctx: Context,
  mailbox: Mailbox,
  claimId: ReplyId,
  draftId: DraftId | null,
): Promise<void> {
  const state = draftId === null ? 'unsent' : await mailbox.replies.settle(draftId)
  await close(ctx, claimId, { state })
}

/**
 * Notes the draft, before anything else is done with it, and the name under which
 * its answers will know it, should the provider's word get lost. Refused where it must no
 * longer be sent: the message is no longer set aside, or somebody else has given
 * the claim up.
 */
async function keepDraft({ db }: Context, claimId: ReplyId, draft: Draft): Promise<boolean> {
  const held = db
    .select()
    .from(decisions)
    .where(and(eq(decisions.id, smartReplies.decisionId), eq(decisions.state, 'done')))
  const kept = await db
    .update(smartReplies)
    .set({ draftId: draft.id, headerId: draft.messageId })
    .where(and(isOpen(claimId), exists(held)))
    .returning({ id: smartReplies.id })
  return kept.length > 0
}

async function close(
  { db }: Context,
  claimId: ReplyId,
  outcome: { readonly state: 'sent' | 'unsent'; readonly headerId?: string },
): Promise<void> {
  await db.update(smartReplies).set(outcome).where(isOpen(claimId))
}

function isOpen(claimId: ReplyId) {
  return and(eq(smartReplies.id, claimId), eq(smartReplies.state, 'claimed'))
}
