import { users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { defaultReplyText, ReplyText } from '@doorman/domain/smart-response'
import { eq } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'

/** Keeps the user's own words, if they may be sent. Whoever takes ours takes those of tomorrow too. */
export async function changeSmartResponse(
  ctx: Context,
  { userId }: Actor,
  { text }: { text: string },
): Promise<void> {
  const reply = ReplyText.safeParse(text)
  if (!reply.success)
    throw new AppError('invalid', reply.error.issues[0]?.message ?? 'This text may not be sent.')
  await ctx.db
    .update(users)
    .set({ replyText: reply.data === defaultReplyText ? null : reply.data })
    .where(eq(users.id, userId))
}
