import { users } from '@doorman/db/schema'
import { UserId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { sendEmailJob } from '../ports/jobs.ts'

/** The response is the same whether or not the address has an account. */
export async function requestPasswordReset(
  ctx: Context,
  visitor: Visitor,
  { email }: { email: string },
): Promise<void> {
  await ctx.limits.count('mail-ip', visitor.network)
  await ctx.limits.count('mail-address', email)
  const [user] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  // A random id for an unknown address: same response time, and the job finds no user.
  const userId = user?.id ?? UserId.parse(randomUUID())
  await ctx.jobs.enqueue(ctx.db, sendEmailJob, { userId, kind: 'reset-password' })
}
