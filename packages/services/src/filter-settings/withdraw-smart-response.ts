import { users } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

/** Nothing goes out in the user's name any more, replies that wait to be sent included. */
export async function withdrawSmartResponse(ctx: Context, { userId }: Actor): Promise<void> {
  await ctx.db.update(users).set({ repliesAgreedAt: null }).where(eq(users.id, userId))
}
