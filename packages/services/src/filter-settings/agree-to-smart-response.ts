import { users } from '@doorman/db/schema'
import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

/** Allows replies in the user's name. Agreeing twice keeps the first date. */
export async function agreeToSmartResponse(ctx: Context, { userId }: Actor): Promise<void> {
  await ctx.db
    .update(users)
    .set({ repliesAgreedAt: ctx.now() })
    .where(and(eq(users.id, userId), isNull(users.repliesAgreedAt)))
}
