import type { Db } from '@doorman/db/client'
import { findReputation } from '@doorman/db/queries/sender-reputations'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { loadSmartResponseFacts } from '@doorman/db/queries/smart-response'
import { lockUser } from '@doorman/db/queries/lock-user'
import { decisions, mailboxes, settings, smartReplies } from '@doorman/db/schema'
import { authservIds, findDmarcResult } from '@doorman/domain/mail/authentication-results'
import type { DecisionId, ReplyId } from '@doorman/domain/ids'
import { findReasonNotToReply } from '@doorman/domain/replies/may-reply'
import { findReplyAddress } from '@doorman/domain/replies/reply-manners'
import { toOrganisation } from '@doorman/domain/mail/organisation'
import { toMailboxAddress } from '@doorman/domain/mail/own-addresses'
import { defaultReplyText, toReplyText } from '@doorman/domain/replies/smart-response'
import type { ReceivedMessage } from '@doorman/mail/mailbox'
import { eq } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { consultIndex, findIndex } from '../correspondents/consult-index.ts'
import { countRecentReplies } from './recent-replies.ts'

/** The right to send the one reply to a message, with what goes into it. */
export type ReplyClaim = {
  readonly id: ReplyId
  readonly from: string
  readonly to: string
  readonly inReplyTo: string
  readonly text: string
}

/**
 * Claims the reply to a message. `null` if there is a reason not to reply, or if the reply is
 * already claimed (unique decision_id). The lock on the user serialises the user's claims: two of
 * them at a time could both pass a limit that leaves room for one.
 */
export async function claimReply(
  ctx: Context,
  row: MailboxRow,
  decisionId: DecisionId,
  received: ReceivedMessage,
): Promise<ReplyClaim | null> {
  const { message, rfcMessageId } = received
  const { id: mailboxId, userId, provider } = row
  const address = message.from?.address ?? ''
  const sender = toMailboxAddress(address)
  if (sender === null || rfcMessageId === null) return null
  const organisation = toOrganisation(address)
  const replyFrom = findReplyAddress(message, row)
  const now = ctx.now()
  return ctx.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const facts = await loadSmartResponseFacts(tx, userId, now)
    const decision = await findDecision(tx, decisionId)
    if (!facts || !decision) return null
    const index = await findIndex(tx, mailboxId)
    const question = { sender: address, otherRecipients: [], references: [] }
    const known = await consultIndex(tx, ctx.keyRing, index, question)
    const refusal = findReasonNotToReply({
      ...facts,
      message,
      rfcMessageId,
      ageMs: now.getTime() - received.receivedAt.getTime(),
      wasAllowed: decision.mayReply,
      isSetAside: decision.state === 'set-aside' && received.location === 'set-aside',
      hasReputation: (await findReputation(tx, userId, address)) !== null,
      isObserveOnly: row.isObserveOnly,
      dmarc: findDmarcResult(message, authservIds[provider]),
      ownAddresses: [row.address, ...row.ownAddresses],
      replyFrom,
      isIndexComplete: known.isComplete,
      hasWrittenToSender: known.hasWrittenToSender,
      hasWrittenToDomain: known.hasWrittenToDomain,
      isStopped: await areRepliesStopped(tx),
      replies: await countRecentReplies(tx, { userId, mailboxId, sender, organisation, now }),
    })
    if (refusal !== null || replyFrom === null) return null
    const [claim] = await tx
      .insert(smartReplies)
      .values({ userId, mailboxId, decisionId, sender, organisation, claimedAt: now })
      .onConflictDoNothing()
      .returning({ id: smartReplies.id })
    const text = toReplyText(facts.replyText ?? defaultReplyText, { hasOverride: facts.isPro })
    if (!claim) return null
    return { ...claim, text, from: replyFrom, to: address, inReplyTo: rfcMessageId }
  })
}

async function findDecision(tx: Db, decisionId: DecisionId) {
  const [decision] = await tx
    .select({ state: decisions.state, mayReply: decisions.mayReply })
    .from(decisions)
    // The decision outlives a disconnected mailbox until a job deletes it.
    .innerJoin(mailboxes, eq(mailboxes.id, decisions.mailboxId))
    .where(eq(decisions.id, decisionId))
  return decision
}

async function areRepliesStopped(tx: Db): Promise<boolean> {
  const [row] = await tx.select({ isStopped: settings.areRepliesStopped }).from(settings)
  return row?.isStopped ?? true
}
