import { customers } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { isNotNull } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { syncSubscriptionJob } from '../ports/jobs.ts'
import { listInBatches } from './customers.ts'

/**
 * Enqueues a sync for every customer, in case webhook events were lost: the provider stops repeating
 * them after three days.
 */
export async function syncAllSubscriptions(
  ctx: Context,
  _payload: object = {},
  { batchSize }: { readonly batchSize?: number } = {},
): Promise<void> {
  if (!ctx.payments) return
  for await (const batch of listInBatches(ctx.db, isNotNull(customers.userId), batchSize))
    await ctx.jobs.enqueueAll(
      ctx.db,
      syncSubscriptionJob,
      // The condition leaves out customers without a user.
      batch.map(({ userId }) => ({ userId: userId as UserId })),
    )
}
