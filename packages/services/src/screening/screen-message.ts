import { isOpen, noteNeedsReconnect, type MailboxRow } from '@doorman/db/queries/mailboxes'
import { mailboxes, undecidedMessages } from '@doorman/db/schema'
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
  const start = await findStart(ctx, work)
  if (!start) return
  const screening =
    start.starts > mostStarts
      ? keep('could-not-be-checked')
      : await screen(ctx, work.messageId, start).catch((error: unknown) =>
          afterFailure(ctx, start.mailbox, work, error),
        )
  if (screening) await recordDecision(ctx, work, screening)
}

async function screen(
  ctx: Context,
  messageId: MailId,
  { mailbox: row, isNews }: Start,
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

type Start = NonNullable<Awaited<ReturnType<typeof findStart>>>

/**
 * Counted before the message is touched, for it may be what ends the process.
 * Nothing where it is decided already, or its mailbox is not open to us.
 */
async function findStart({ db }: Context, work: Work) {
  const [start] = await db
    .update(undecidedMessages)
    .set({ starts: sql`${undecidedMessages.starts} + 1` })
    .from(mailboxes)
    .where(and(isMeant(work), isOpen(work.mailboxId)))
    .returning({
      starts: undecidedMessages.starts,
      isNews: undecidedMessages.isNews,
      mailbox: mailboxes,
    })
  return start
}

/** It was not the message's fault. */
async function discountStart({ db }: Context, work: Work): Promise<void> {
  await db
    .update(undecidedMessages)
    .set({ starts: sql`${undecidedMessages.starts} - 1` })
    .where(isMeant(work))
}

function isMeant({ mailboxId, messageId }: Work) {
  return and(eq(undecidedMessages.mailboxId, mailboxId), eq(undecidedMessages.messageId, messageId))
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
      await discountStart(ctx, work)
      await noteNeedsReconnect(ctx.db, mailbox)
      return null
    case 'rate-limited':
    case 'unavailable':
      await discountStart(ctx, work)
      throw error
  }
}
