import type { Db } from '@doorman/db/client'
import { lockUser } from '@doorman/db/queries/lock-user'
import { customers, users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { UserId } from '@doorman/domain/ids'
import type { Payments } from '@doorman/payments/payments'
import { eq } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { endCustomersJob } from '../ports/jobs.ts'

export type Customer = typeof customers.$inferSelect

export async function findCustomer(db: Db, userId: UserId): Promise<Customer | null> {
  const [customer] = await db.select().from(customers).where(eq(customers.userId, userId))
  return customer ?? null
}

/**
 * Creates the user's customer at the payment provider. The row is committed before anything can be
 * bought, so that every payment finds its user.
 *
 * Two tabs race to create it. The idempotency key gives both the same customer, and the unique
 * constraints let one of them store it.
 */
export async function createCustomer(
  ctx: Context,
  payments: Payments,
  userId: UserId,
): Promise<string> {
  const idempotencyKey = `customer-${userId}`
  const providerCustomerId = await payments.createCustomer({
    email: await loadEmail(ctx.db, userId),
    idempotencyKey,
  })
  const isStored = await ctx.db.transaction(async (tx) => {
    // Races with the deletion of the account. Afterwards the customer has no user, and the job that
    // ends such customers must find it.
    const user = await lockUser(tx, userId)
    await tx
      .insert(customers)
      .values({ userId: user ? userId : null, providerCustomerId, createdAt: ctx.now() })
      .onConflictDoNothing()
    if (!user) await ctx.jobs.enqueue(tx, endCustomersJob, {})
    return user !== undefined
  })
  if (!isStored) throw signedOut()
  return (await findCustomer(ctx.db, userId))?.providerCustomerId ?? providerCustomerId
}

/**
 * Creates another customer for a user whose customer an operator has deleted at the provider. The
 * row, and with it the user's receipts, stays.
 */
export async function replaceCustomer(
  ctx: Context,
  payments: Payments,
  { id, userId, providerCustomerId }: Customer & { readonly userId: UserId },
): Promise<string> {
  const replacement = await payments.createCustomer({
    email: await loadEmail(ctx.db, userId),
    idempotencyKey: `customer-after-${providerCustomerId}`,
  })
  await ctx.db
    .update(customers)
    .set({ providerCustomerId: replacement })
    .where(eq(customers.id, id))
  return replacement
}

/** The account was deleted while its user waited. */
export function signedOut(): AppError {
  return new AppError('unauthenticated', 'Please sign in.')
}

async function loadEmail(db: Db, userId: UserId): Promise<string> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user) throw signedOut()
  return user.email
}
