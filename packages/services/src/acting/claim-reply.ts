import type { Db } from '@doorman/db/client'
import { findStanding } from '@doorman/db/queries/known-senders'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { loadSmartResponseFacts } from '@doorman/db/queries/smart-response'
import { holdUser } from '@doorman/db/queries/users'
import { decisions, settings, smartReplies } from '@doorman/db/schema'
import { authservIds, findDmarcResult } from '@doorman/domain/authentication-results'
import type { DecisionId, ReplyId } from '@doorman/domain/ids'
import { findSilenceReason } from '@doorman/domain/may-respond'
import { toOrganisation } from '@doorman/domain/organisation'
import { toMailboxAddress } from '@doorman/domain/own-addresses'
import { defaultReplyText, toReplyText } from '@doorman/domain/smart-response'
import type { ReceivedMail } from '@doorman/mail/mailbox'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { countRecentReplies } from './recent-replies.ts'

/** The one reply to a message that will ever be: to whom, in answer to what, and what it says. */
export type Claim = {
  readonly id: ReplyId
  readonly to: string
  readonly inReplyTo: string
  readonly text: string
}

/**
 * Claims the reply to a message, after every reason to stay silent was asked
 * for. Claims of a user come one after the other, so that no two of them pass a
 * limit together. Nothing where silence is kept.
 */
export async function claimReply(
  ctx: Context,
  row: MailboxRow,
  decisionId: DecisionId,
  mail: ReceivedMail,
): Promise<Claim | null> {
  const { message, messageId } = mail
  const { id: mailboxId, userId, provider } = row
  const address = message.from?.address ?? ''
  const sender = toMailboxAddress(address)
  if (sender === null || messageId === null) return null
  const organisation = toOrganisation(address)
  const now = ctx.now()
  return ctx.db.transaction(async (tx) => {
    await holdUser(tx, userId)
    const facts = await loadSmartResponseFacts(tx, userId, now)
    const decision = await findDecision(tx, decisionId)
    if (!facts || !decision) return null
    const silence = findSilenceReason({
      ...facts,
      message,
      messageId,
      ageMs: now.getTime() - mail.receivedAt.getTime(),
      isMeant: decision.mayRespond,
      isHeld: decision.state === 'done' && mail.place === 'set-aside',
      isSettled: (await findStanding(tx, userId, address)) !== null,
      isObserveOnly: row.isObserveOnly,
      dmarc: findDmarcResult(message, authservIds[provider]),
      ownAddresses: [row.address, ...row.ownAddresses],
      isStopped: await areRepliesStopped(tx),
      replies: await countRecentReplies(tx, { userId, mailboxId, sender, organisation, now }),
    })
    if (silence !== null) return null
    const [claim] = await tx
      .insert(smartReplies)
      .values({ userId, mailboxId, decisionId, sender, organisation, claimedAt: now })
      .onConflictDoNothing()
      .returning({ id: smartReplies.id })
    const text = toReplyText(facts.replyText ?? defaultReplyText, { hasOverride: facts.isPro })
    return claim ? { ...claim, text, to: address, inReplyTo: messageId } : null
  })
}

async function findDecision(tx: Db, decisionId: DecisionId) {
  const [decision] = await tx
    .select({ state: decisions.state, mayRespond: decisions.mayRespond })
    .from(decisions)
    .where(eq(decisions.id, decisionId))
  return decision
}

async function areRepliesStopped(tx: Db): Promise<boolean> {
  const [row] = await tx.select({ isStopped: settings.areRepliesStopped }).from(settings)
  return row?.isStopped ?? true
}
