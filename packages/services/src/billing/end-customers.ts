import { customers } from '@doorman/db/schema'
import { PaymentError } from '@doorman/payments/payment-error'
import type { Payments } from '@doorman/payments/payments'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import type { Customer } from './customers.ts'
import { recordPayments } from './record-payments.ts'

const maxAtOnce = 100

/**
 * Ends the subscriptions of deleted users and deletes their data at the payment provider. Runs when
 * an account is deleted, and regularly for those that the provider could not end then.
 */
export async function endCustomers(ctx: Context): Promise<void> {
  const { payments } = ctx
  if (!payments) return
  const orphans = await ctx.db
    .select()
    .from(customers)
    .where(and(isNull(customers.userId), isNull(customers.endedAt)))
    .orderBy(asc(customers.createdAt))
    .limit(maxAtOnce)
  for (const orphan of orphans)
    try {
      await endCustomer(ctx, payments, orphan)
    } catch (error) {
      // One customer that the provider refuses to end must not keep the others.
      if (!(error instanceof PaymentError) || error.failure === 'unavailable') throw error
      ctx.report(error)
    }
}

async function endCustomer(ctx: Context, payments: Payments, orphan: Customer): Promise<void> {
  const { id, providerCustomerId } = orphan
  // What was paid just before the account was deleted.
  await recordPayments(ctx.db, orphan, await payments.listPaidInvoices(providerCustomerId))
  await payments.deleteCustomer(providerCustomerId)
  await ctx.db.update(customers).set({ endedAt: ctx.now() }).where(eq(customers.id, id))
}
