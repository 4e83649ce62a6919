import { orderEmails } from '../emails/order-email.ts'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { findPasswordHash } from './find-password-hash.ts'
import { hasPasswordAlready } from './first-password.ts'
import { loadCurrentUser } from './load-current-user.ts'

/** Emails a link for a first password to a signed-in user who has none. */
export async function requestSetPasswordLink(ctx: Context, actor: Actor): Promise<void> {
  const user = await loadCurrentUser(ctx, actor)
  await ctx.limits.count('mail-address', user.email)
  if ((await findPasswordHash(ctx.db, user.id)) !== null) throw hasPasswordAlready()
  await ctx.db.transaction((tx) =>
    orderEmails(ctx, tx, [{ userId: user.id, kind: 'set-password' }]),
  )
}
