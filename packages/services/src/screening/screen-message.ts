import { findOpenMailbox, noteNeedsReconnect, type MailboxRow } from '@doorman/db/queries/mailboxes'
import { undecidedMessages } from '@doorman/db/schema'
import type { MailboxId, MailId } from '@doorman/domain/ids'
import { rememberedMs } from '@doorman/domain/remembered'
import { MailError } from '@doorman/mail/mail-error'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { findAppeal } from './find-appeal.ts'
import { judgeMail } from './judge-mail.ts'
import { keep, recordDecision, type Screening } from './record-decision.ts'

type Work = { readonly mailboxId: MailboxId; readonly messageId: MailId }

/** A message that has ended screening this often is not tried again. */
const mostStarts = 3

/**
 * Decides what happens to one new message and records it. The move follows in
 * its own job, so a provider's outage never loses a decision. Doubt, and every
 * way in which this can fail, leaves the message where it is.
 */
export async function screenMessage(ctx: Context, work: Work): Promise<void> {
  const mailbox = await findOpenMailbox(ctx.db, work.mailboxId)
  const found = mailbox && (await countStart(ctx, work, 1))
  if (!mailbox || !found) return
  const screening =
    found.starts > mostStarts
      ? keep('could-not-be-checked')
      : await screen(ctx, mailbox, work.messageId, found).catch((error: unknown) =>
          afterFailure(ctx, mailbox, work, error),
        )
  if (screening) await recordDecision(ctx, work, screening)
}

async function screen(
  ctx: Context,
  row: MailboxRow,
  messageId: MailId,
  { isNews }: Found,
): Promise<Screening> {
  const mailbox = await ctx.mail.openMailbox(row.grantId)
  const mail = await mailbox.loadMail(messageId)
  // The user was quicker: what they have put elsewhere is theirs.
  if (mail.place !== 'inbox') return keep('not-in-inbox')
  // Touched or moved by its user: it was kept once, or came before we did.
  if (isNews && ctx.now().getTime() - mail.receivedAt.getTime() > rememberedMs)
    return keep('long-there', mail)
  const appealedReply = await findAppeal(ctx, row, mail)
  if (appealedReply) return { ...keep('appeal', mail), appealedReply }
  return judgeMail(ctx, row, mailbox, mail)
}

type Found = Pick<typeof undecidedMessages.$inferSelect, 'starts' | 'isNews'>

/** Counted before the message is touched, for it may be what ends the process. Nothing where it is decided already. */
async function countStart(
  { db }: Context,
  { mailboxId, messageId }: Work,
  step: 1 | -1,
): Promise<Found | undefined> {
  const [undecided] = await db
    .update(undecidedMessages)
    .set({ starts: sql`${undecidedMessages.starts} + ${step}` })
    .where(
      and(eq(undecidedMessages.mailboxId, mailboxId), eq(undecidedMessages.messageId, messageId)),
    )
    .returning({ starts: undecidedMessages.starts, isNews: undecidedMessages.isNews })
  return undecided
}

/** What the provider says is no fault of the message, unless it says that there is none, or none for us. */
async function afterFailure(
  ctx: Context,
  mailbox: MailboxRow,
  work: Work,
  error: unknown,
): Promise<Screening | null> {
  if (!(error instanceof MailError)) throw error
  switch (error.failure) {
    case 'gone':
      return keep('gone')
    case 'too-large':
    case 'refused':
      return keep('could-not-be-checked')
    case 'access-revoked':
    case 'permission-missing':
      await countStart(ctx, work, -1)
      await noteNeedsReconnect(ctx.db, mailbox)
      return null
    case 'rate-limited':
    case 'unavailable':
      await countStart(ctx, work, -1)
      throw error
  }
}
