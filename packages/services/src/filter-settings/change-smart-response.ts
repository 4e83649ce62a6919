import { users } from '@doorman/db/schema'
import { defaultReplyText } from '@doorman/domain/smart-response'
import { eq } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'

/** Keeps the user's own words. Whoever takes ours takes those of tomorrow too. */
export async function changeSmartResponse(
  ctx: Context,
  { userId }: Actor,
  { text }: { text: string },
): Promise<void> {
  await ctx.db
    .update(users)
    .set({ replyText: text === defaultReplyText ? null : text })
    .where(eq(users.id, userId))
}
