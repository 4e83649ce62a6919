import { users } from '@doorman/db/schema'
import { and, eq, isNull } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'

/** From now on replies may go out in the user's name. Agreeing twice changes nothing. */
export async function agreeToSmartResponse(ctx: Context, { userId }: Actor): Promise<void> {
  await ctx.db
    .update(users)
    .set({ repliesAgreedAt: ctx.now() })
    .where(and(eq(users.id, userId), isNull(users.repliesAgreedAt)))
}
