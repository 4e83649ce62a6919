import { users } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Context, Visitor } from '../context.ts'
import { sendMailJob } from '../jobs.ts'

/** Says nothing about whether anybody has this address: the mail tells its owner, and only them. */
export async function requestPasswordReset(
  ctx: Context,
  visitor: Visitor,
  { email }: { email: string },
): Promise<void> {
  await ctx.limits.count('mail-ip', visitor.ip)
  await ctx.limits.count('mail-account', email)
  const [user] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (user) await ctx.jobs.enqueue(ctx.db, sendMailJob, { userId: user.id, kind: 'reset-password' })
}
