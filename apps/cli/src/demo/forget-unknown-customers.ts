import { customers, subscriptions } from '@doorman/db/schema'
import type { Context } from '@doorman/services/ports/context'
import type { SimulatedStripe } from '@doorman/simulators/stripe/stripe'
import { and, inArray, isNull } from 'drizzle-orm'

/**
 * Forgets customers that the simulated Stripe does not know, because its snapshot was lost. Otherwise
 * their users could never subscribe again: Stripe would answer as if our key were wrong.
 */
export async function forgetUnknownCustomers(
  { db, now }: Pick<Context, 'db' | 'now'>,
  stripe: Pick<SimulatedStripe, 'takeSnapshot'>,
): Promise<void> {
  const known = stripe.takeSnapshot()
  const stored = await db.select().from(customers).where(isNull(customers.endedAt))
  const unknown = stored.filter(
    ({ providerCustomerId: id }) => !(id in known.customers) && !(id in known.deletedCustomers),
  )
  if (unknown.length === 0) return
  const ids = unknown.map(({ id }) => id)
  const userIds = unknown.flatMap(({ userId }) => userId ?? [])
  await db.transaction(async (tx) => {
    await tx.delete(subscriptions).where(inArray(subscriptions.userId, userIds))
    await tx
      .update(customers)
      .set({ userId: null, endedAt: now() })
      .where(and(inArray(customers.id, ids), isNull(customers.endedAt)))
  })
}
