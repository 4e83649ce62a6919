import { customers, paymentEvents } from '@doorman/db/schema'
import type { PaymentEvent } from '@doorman/payments/payments'
import { eq } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { syncSubscriptionJob } from '../ports/jobs.ts'

/**
 * Stores a webhook event and, in the same transaction, the job that asks the provider what changed.
 * The primary key makes a repeated event do nothing. An event about a customer that we don't know,
 * or whose user was deleted, is stored and ignored.
 */
export async function receivePaymentEvent(
  ctx: Context,
  { id, customerId }: PaymentEvent,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [added] = await tx
      .insert(paymentEvents)
      .values({ id, receivedAt: ctx.now() })
      .onConflictDoNothing()
      .returning({ id: paymentEvents.id })
    if (!added || customerId === null) return
    const [customer] = await tx
      .select({ userId: customers.userId })
      .from(customers)
      .where(eq(customers.providerCustomerId, customerId))
    if (customer?.userId)
      await ctx.jobs.enqueue(tx, syncSubscriptionJob, { userId: customer.userId })
  })
}
