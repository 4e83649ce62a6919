import { users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { defaultReplyText, ReplyText } from '@doorman/domain/replies/smart-response'
import { eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

/** Saves the user's text. Our default is saved as null, so that its later versions apply too. */
export async function changeSmartResponse(
  ctx: Context,
  { userId }: Actor,
  { text }: { text: string },
): Promise<void> {
  const reply = ReplyText.safeParse(text)
  if (!reply.success)
    throw new AppError('invalid', reply.error.issues[0]?.message ?? 'This text can’t be sent.')
  await ctx.db
    .update(users)
    .set({ replyText: reply.data === defaultReplyText ? null : reply.data })
    .where(eq(users.id, userId))
}
