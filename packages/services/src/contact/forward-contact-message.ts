import type { Db } from '@doorman/db/client'
import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { contactMessages, users } from '@doorman/db/schema'
import type { ContactMessageId, UserId } from '@doorman/domain/ids'
import { isPro, toPlan } from '@doorman/domain/plans/plan'
import { NotifyError } from '@doorman/notify/notify-error'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import type { GivenUp } from '../ports/jobs.ts'

/**
 * Emails a visitor's message to the operator. If the relay refuses it, the row remains. Messages of
 * Pro users are marked: of users who were signed in, or who wrote from their confirmed address.
 */
export async function forwardContactMessage(
  ctx: Context,
  { contactMessageId, userId }: { contactMessageId: ContactMessageId; userId?: UserId | undefined },
): Promise<void | GivenUp> {
  const [stored] = await ctx.db
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.id, contactMessageId))
  if (!stored) return
  const { name, email, message } = stored
  const sender = userId ?? (await findUserByAddress(ctx.db, email))
  const plan = sender && toPlan(await loadPlanFacts(ctx.db, sender), ctx.now())
  try {
    await ctx.notify.send(
      ctx.contactEmail,
      {
        kind: 'contact-message',
        name,
        email,
        message,
        url: `mailto:${encodeURIComponent(email)}`,
        isPro: plan !== undefined && isPro(plan),
      },
      { id: contactMessageId },
    )
  } catch (error) {
    if (!(error instanceof NotifyError && error.failure.kind === 'refused')) throw error
    return { kind: 'given-up', failure: 'relay-refused' }
  }
}

async function findUserByAddress(db: Db, address: string): Promise<UserId | undefined> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, address), users.emailVerified))
  return user?.id
}
