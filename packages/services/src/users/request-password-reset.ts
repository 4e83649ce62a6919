import { users } from '@doorman/db/schema'
import { UserId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Context, Visitor } from '../context.ts'
import { sendMailJob } from '../jobs.ts'

/** Says nothing about whether anybody has this address: the mail tells its owner, and only them. */
export async function requestPasswordReset(
  ctx: Context,
  visitor: Visitor,
  { email }: { email: string },
): Promise<void> {
  await ctx.limits.count('mail-ip', visitor.network)
  await ctx.limits.count('mail-address', email)
  const [user] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  // Nobody's id for an unknown address: the answer takes as long, and the job finds nobody.
  const userId = user?.id ?? UserId.parse(randomUUID())
  await ctx.jobs.enqueue(ctx.db, sendMailJob, { userId, kind: 'reset-password' })
}
