import { emails, users } from '@doorman/db/schema'
import type { EmailId } from '@doorman/domain/ids'
import { NotifyError } from '@doorman/notify/notify-error'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import type { GivenUp } from '../ports/jobs.ts'
import { composeEmail } from './compose-email.ts'

/**
 * Sends one email that was ordered. Its text and the tokens of its links are made here, so that
 * neither is stored in the job queue. An email that is no longer true, is switched off, or that the
 * relay refuses is dropped.
 *
 * The relay may accept an email and the worker be killed before it records that. The next attempt
 * then sends it again with the same Message-ID and links, and mail programs show it once.
 */
export async function sendEmail(
  ctx: Context,
  { emailId }: { emailId: EmailId },
): Promise<void | GivenUp> {
  const [ordered] = await ctx.db
    .select({ email: emails, user: users })
    .from(emails)
    .innerJoin(users, eq(users.id, emails.userId))
    .where(and(eq(emails.id, emailId), isNull(emails.sentAt), isNull(emails.droppedAt)))
  if (!ordered) return
  const end = (how: { readonly sentAt: Date } | { readonly droppedAt: Date }) =>
    ctx.db
      .update(emails)
      .set({ ...how, recipient: null })
      .where(eq(emails.id, emailId))

  const composed = await composeEmail(ctx, ordered)
  if (composed === null) {
    await end({ droppedAt: ctx.now() })
    return
  }
  try {
    await ctx.notify.send(composed.to, composed.email, {
      id: emailId,
      unsubscribe: composed.unsubscribe,
    })
  } catch (error) {
    if (!(error instanceof NotifyError && error.failure.kind === 'refused')) throw error
    await end({ droppedAt: ctx.now() })
    return { kind: 'given-up', failure: 'relay-refused' }
  }
  await end({ sentAt: ctx.now() })
}
