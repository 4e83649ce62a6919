import { customers } from '@doorman/db/schema'
import type { PayerId } from '@doorman/domain/ids'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { endCustomerJob } from '../ports/jobs.ts'
import { listInBatches } from './customers.ts'
import { recordPayments } from './record-payments.ts'

const isOrphaned = and(isNull(customers.userId), isNull(customers.endedAt))

/**
 * Enqueues a job for every customer of a deleted user. Runs when an account is deleted, and
 * regularly, in case the provider failed then. One job per customer: one that the provider does not
 * know, or cannot end now, must not stop the others.
 */
export async function endCustomers(
  ctx: Context,
  _payload: object = {},
  { batchSize }: { readonly batchSize?: number } = {},
): Promise<void> {
  if (!ctx.payments) return
  for await (const batch of listInBatches(ctx.db, isOrphaned, batchSize))
    await ctx.jobs.enqueueAll(
      ctx.db,
      endCustomerJob,
      batch.map(({ id }) => ({ payerId: id })),
    )
}

/** Ends the subscriptions of a deleted user and deletes their data at the payment provider. */
export async function endCustomer(
  ctx: Context,
  { payerId }: { readonly payerId: PayerId },
): Promise<void> {
  const { payments } = ctx
  const isWanted = and(eq(customers.id, payerId), isOrphaned)
  const [orphan] = await ctx.db.select().from(customers).where(isWanted)
  if (!payments || !orphan) return
  const { providerCustomerId } = orphan
  // Payments made just before the account was deleted.
  await recordPayments(ctx, ctx.db, orphan, await payments.listPaidInvoices(providerCustomerId))
  await payments.deleteCustomer(providerCustomerId)
  await ctx.db.update(customers).set({ endedAt: ctx.now() }).where(isWanted)
}
