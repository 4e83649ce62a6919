import { users } from '@doorman/db/schema'
import { NotifyError } from '@doorman/notify/notify-error'
import { eq } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { composeEmail, type EmailOrder } from './compose-email.ts'

/**
 * Sends one email to a user. The tokens of links are created here, so that none is stored in the
 * job queue. A deleted user gets no email, and an address that the relay refuses is given up.
 */
export async function sendEmail(ctx: Context, order: EmailOrder): Promise<void | 'given-up'> {
  const [user] = await ctx.db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, order.userId))
  const email = user && (await composeEmail(ctx, order))
  if (!user || !email) return
  try {
    await ctx.notify.send(user.email, email)
  } catch (error) {
    if (error instanceof NotifyError && error.failure.kind === 'refused') return 'given-up'
    throw error
  }
}
