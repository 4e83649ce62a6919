import { decisions, mailboxes } from '@doorman/db/schema'
import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import type { MailboxEmail } from '@doorman/notify/notify'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import type { OrderedEmail } from './ordered-email.ts'

/** `null` if the filtered email no longer exists. */
export async function composeSenderLetIn(
  { db, publicUrl }: Context,
  { email, user }: OrderedEmail,
): Promise<MailboxEmail | null> {
  const [decision] = await db
    .select({ address: decisions.senderAddress })
    .from(decisions)
    .innerJoin(mailboxes, eq(mailboxes.id, decisions.mailboxId))
    .where(and(eq(decisions.id, email.subjectId as DecisionId), eq(mailboxes.userId, user.id)))
  if (!decision?.address) return null
  return { kind: 'sender-let-in', address: decision.address, url: `${publicUrl}/filtered-emails` }
}

/** `null` if the mailbox was disconnected, or connected again, in the meantime. */
export async function composeMailboxLost(
  { db, publicUrl }: Context,
  { email, user }: OrderedEmail,
): Promise<MailboxEmail | null> {
  const [mailbox] = await db
    .select({ address: mailboxes.address })
    .from(mailboxes)
    .where(
      and(
        eq(mailboxes.id, email.subjectId as MailboxId),
        eq(mailboxes.userId, user.id),
        eq(mailboxes.problem, 'needs-reconnect'),
      ),
    )
  return mailbox
    ? { kind: 'mailbox-lost', address: mailbox.address, url: `${publicUrl}/accounts` }
    : null
}
