import { customers } from '@doorman/db/schema'
import type { PayerId, UserId } from '@doorman/domain/ids'
import { and, asc, gt, isNotNull } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { syncSubscriptionJob } from '../ports/jobs.ts'

const defaultBatchSize = 1_000

/**
 * Enqueues a sync for every customer, in case webhook events were lost: the provider stops repeating
 * them after three days.
 */
export async function syncAllSubscriptions(
  ctx: Context,
  _payload: object = {},
  { batchSize }: { readonly batchSize: number } = { batchSize: defaultBatchSize },
): Promise<void> {
  if (!ctx.payments) return
  let last: PayerId | undefined
  do {
    const batch = await ctx.db
      .select({ id: customers.id, userId: customers.userId })
      .from(customers)
      .where(and(isNotNull(customers.userId), last && gt(customers.id, last)))
      .orderBy(asc(customers.id))
      .limit(batchSize)
    const payloads = batch.map(({ userId }) => ({ userId: userId as UserId })) // not null, as asked
    await ctx.jobs.enqueueAll(ctx.db, syncSubscriptionJob, payloads)
    last = batch.length < batchSize ? undefined : batch.at(-1)?.id
  } while (last)
}
