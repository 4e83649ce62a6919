import type { Db } from '@doorman/db/client'
import { findOpenMailbox, noteNeedsReconnect } from '@doorman/db/queries/mailboxes'
import { decisions } from '@doorman/db/schema'
import type { DecisionId, MailboxId, MailId } from '@doorman/domain/ids'
import { MailError } from '@doorman/mail/mail-error'
import type { Mailbox } from '@doorman/mail/mailbox'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'

type State = NonNullable<(typeof decisions.$inferSelect)['state']>

/**
 * Carries out what was decided: the message leaves the inbox. Doing it twice is
 * doing it once. Whatever the user did meanwhile stands, here and in the mailbox.
 */
export async function actOnDecision(
  ctx: Context,
  { mailboxId, decisionId }: { mailboxId: MailboxId; decisionId: DecisionId },
): Promise<void | 'given-up'> {
  const row = await findOpenMailbox(ctx.db, mailboxId)
  const decision = row && (await findDecision(ctx.db, decisionId))
  if (!row || decision?.state !== 'pending') return
  try {
    const mailbox = await ctx.mail.openMailbox(row.grantId)
    const state = await setAside(mailbox, decision.messageId)
    if (await settle(ctx, decisionId, state)) return
    const now = await findDecision(ctx.db, decisionId)
    await giveBack(mailbox, decision.messageId, now?.state ?? null)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    switch (error.failure) {
      case 'gone':
        await settle(ctx, decisionId, 'gone')
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

async function findDecision(db: Db, decisionId: DecisionId) {
  const [decision] = await db
    .select({ messageId: decisions.messageId, state: decisions.state })
    .from(decisions)
    .where(eq(decisions.id, decisionId))
  return decision
}

/** Only out of the inbox: what the user has put elsewhere meanwhile is no longer ours. */
async function setAside(mailbox: Mailbox, messageId: MailId): Promise<'done' | 'gone'> {
  const { place } = await mailbox.loadMail(messageId)
  if (place === 'inbox') await mailbox.move(messageId, 'set-aside')
  return place === 'inbox' || place === 'set-aside' ? 'done' : 'gone'
}

/** Whether it was still ours to settle. */
async function settle(
  { db, now }: Context,
  decisionId: DecisionId,
  state: 'done' | 'gone',
): Promise<boolean> {
  const settled = await db
    .update(decisions)
    .set({ state, actedAt: now() })
    .where(and(eq(decisions.id, decisionId), eq(decisions.state, 'pending')))
    .returning({ id: decisions.id })
  return settled.length > 0
}

/** The user decided otherwise while we moved it, and our move may have come after theirs. */
async function giveBack(mailbox: Mailbox, messageId: MailId, state: State | null): Promise<void> {
  if (state === 'restored') await mailbox.move(messageId, 'inbox')
  if (state === 'spam') await mailbox.move(messageId, 'junk')
}
