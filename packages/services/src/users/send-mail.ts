import { users } from '@doorman/db/schema'
import { NotifyError } from '@doorman/notify/notify-error'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { composeMail, type MailOrder } from './compose-mail.ts'

/**
 * Writes one mail to a user. Secrets of links are made here, at the last
 * moment, so that none ever lies in the queue. A user deleted meanwhile gets
 * none, and an address that the relay refuses for good is given up.
 */
export async function sendMail(ctx: Context, order: MailOrder): Promise<void | 'given-up'> {
  const [user] = await ctx.db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, order.userId))
  const mail = user && (await composeMail(ctx, order))
  if (!user || !mail) return
  try {
    await ctx.notify.send(user.email, mail)
  } catch (error) {
    if (error instanceof NotifyError && error.failure.kind === 'refused') return 'given-up'
    throw error
  }
}
