import { users } from '@doorman/db/schema'
import type { OptionalEmailKind } from '@doorman/domain/accounts/email-kinds'
import { eq } from 'drizzle-orm'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { preferenceOf } from './optional-emails.ts'
import { readUnsubscribeToken, unknownLink } from './unsubscribe-links.ts'

/** Which emails a link switches off, and whether they are still on. Changes nothing. */
export async function checkUnsubscribeLink(
  ctx: Context,
  visitor: Visitor,
  { token }: { readonly token: string },
): Promise<{ readonly kind: OptionalEmailKind; readonly isOn: boolean }> {
  const { userId, kind } = await readUnsubscribeToken(ctx, visitor, token)
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
  if (!user) throw unknownLink()
  return { kind, isOn: user[preferenceOf[kind]] }
}
