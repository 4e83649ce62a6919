import { orderEmailTo } from '../emails/order-email.ts'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

/** The response is the same whether or not the address has an account. */
export async function requestPasswordReset(
  ctx: Context,
  visitor: Visitor,
  { email }: { email: string },
): Promise<void> {
  await ctx.limits.count('mail-ip', visitor.network)
  await ctx.limits.count('mail-address', email)
  await ctx.db.transaction((tx) =>
    orderEmailTo(ctx, tx, { address: email, kind: 'reset-password' }),
  )
}
