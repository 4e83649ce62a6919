import { isLinkValid } from '@doorman/db/queries/link-tokens'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { expiredLink } from './expired-link.ts'

/** Refuses an expired link before the user types a new password. */
export async function checkResetLink(
  ctx: Context,
  visitor: Visitor,
  { token }: { readonly token: string },
): Promise<void> {
  await ctx.limits.count('link-ip', visitor.network)
  if (!(await isLinkValid(ctx.db, { token, purpose: 'reset-password', now: ctx.now() })))
    throw expiredLink()
}
