import { AppError } from '@doorman/domain/app-error'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { findCustomer } from './customers.ts'
import { requirePayments, whileUserWaits } from './payment-failure.ts'

/** Returns the address of a page where the user changes card or plan, sees invoices, or cancels. */
export async function openPortal(
  ctx: Context,
  { userId }: Actor,
): Promise<{ readonly url: string }> {
  const payments = requirePayments(ctx)
  await ctx.limits.count('billing-user', userId)
  const customer = await findCustomer(ctx.db, userId)
  if (!customer)
    throw new AppError('conflict', 'There’s nothing to manage yet: you have never subscribed.')
  return whileUserWaits(ctx, () =>
    payments.createPortal({
      customerId: customer.providerCustomerId,
      returnUrl: `${ctx.publicUrl}/billing`,
    }),
  )
}
