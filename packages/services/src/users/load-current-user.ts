import { users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { eq } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'

export type CurrentUser = typeof users.$inferSelect

export async function loadCurrentUser(ctx: Context, actor: Actor): Promise<CurrentUser> {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, actor.userId))
  if (!user) throw new AppError('unauthenticated', 'Please sign in.')
  return user
}
