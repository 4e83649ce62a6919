import { AppError } from '@doorman/domain/app-error'
import { PaymentError } from '@doorman/payments/payment-error'
import type { Payments } from '@doorman/payments/payments'
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
    throw new AppError('conflict', 'You haven’t subscribed yet, so there’s nothing to manage.')
  return whileUserWaits(ctx, () =>
    open(payments, customer.providerCustomerId, `${ctx.publicUrl}/billing`),
  )
}

async function open(payments: Payments, customerId: string, returnUrl: string) {
  try {
    return await payments.createPortal({ customerId, returnUrl })
  } catch (error) {
    if (!(error instanceof PaymentError && error.failure === 'gone')) throw error
    // Throws if the customer belongs to another account. Otherwise an operator has deleted it.
    await payments.listSubscriptions(customerId)
    throw new AppError('conflict', 'You don’t have a subscription, so there’s nothing to manage.')
  }
}
