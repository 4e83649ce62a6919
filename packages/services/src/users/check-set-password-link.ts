import { findLinkUser } from '@doorman/db/queries/link-tokens'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { expiredLink } from './expired-link.ts'
import { refuseUnlessFirst } from './first-password.ts'

/** Refuses a link that would not work before the user types a password. */
export async function checkSetPasswordLink(
  ctx: Context,
  visitor: Visitor,
  { token }: { readonly token: string },
): Promise<void> {
  await ctx.limits.count('link-ip', visitor.network)
  const userId = await findLinkUser(ctx.db, { token, purpose: 'set-password', now: ctx.now() })
  if (!userId) throw expiredLink()
  await refuseUnlessFirst(ctx.db, await ctx.login.findActor(visitor.cookie), userId)
}
