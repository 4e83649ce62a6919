import { decisions, mailboxes } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { DecisionId } from '@doorman/domain/ids'
import { and, eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { readFromMailbox } from './read-from-mailbox.ts'

/** Where the user can read an email at their provider, whether it was filtered or kept. */
export async function findWebLink(
  ctx: Context,
  { userId }: Actor,
  { id }: { readonly id: DecisionId },
): Promise<string> {
  const [email] = await ctx.db
    .select({
      mailboxId: decisions.mailboxId,
      providerMessageId: decisions.providerMessageId,
    })
    .from(decisions)
    .innerJoin(mailboxes, eq(mailboxes.id, decisions.mailboxId))
    .where(and(eq(decisions.id, id), eq(mailboxes.userId, userId)))
  if (!email) throw new AppError('not-found', 'We can’t find this email.')
  await ctx.limits.count('preview-user', userId)
  return readFromMailbox(ctx, email.mailboxId, (mailbox) =>
    mailbox.findWebLink(email.providerMessageId),
  )
}
