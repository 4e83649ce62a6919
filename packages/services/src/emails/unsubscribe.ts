import { users } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { preferenceOf } from './optional-emails.ts'
import { readUnsubscribeToken, unknownLink } from './unsubscribe-links.ts'

/** Switches emails of one kind off. Idempotent. */
export async function unsubscribe(
  ctx: Context,
  visitor: Visitor,
  { token }: { readonly token: string },
): Promise<void> {
  const { userId, kind } = await readUnsubscribeToken(ctx, visitor, token)
  const changed = await ctx.db
    .update(users)
    .set({ [preferenceOf[kind]]: false })
    .where(eq(users.id, userId))
    .returning({ id: users.id })
  if (changed.length === 0) throw unknownLink()
}
