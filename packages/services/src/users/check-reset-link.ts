import type { Context, Visitor } from '../context.ts'
import { expiredLink, isLinkAlive } from './link-tokens.ts'

/** Refuses a link by which no password could be set, before anybody thinks of one. */
export async function checkResetLink(
  ctx: Context,
  visitor: Visitor,
  { token }: { readonly token: string },
): Promise<void> {
  await ctx.limits.count('link-ip', visitor.network)
  if (!(await isLinkAlive(ctx.db, { token, purpose: 'reset-password', now: ctx.now() })))
    throw expiredLink()
}
