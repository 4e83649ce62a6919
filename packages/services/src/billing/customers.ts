import type { Db } from '@doorman/db/client'
import { lockUser } from '@doorman/db/queries/lock-user'
import { customers, users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { UserId } from '@doorman/domain/ids'
import type { Payments } from '@doorman/payments/payments'
import { and, asc, eq, gt, type SQL } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { endCustomersJob } from '../ports/jobs.ts'

export type Customer = typeof customers.$inferSelect

export async function findCustomer(db: Db, userId: UserId): Promise<Customer | null> {
  const [customer] = await db.select().from(customers).where(eq(customers.userId, userId))
  return customer ?? null
}

/** Reads all customers that meet the condition, a batch at a time. */
export async function* listInBatches(
  db: Db,
  condition: SQL | undefined,
  batchSize = 1_000,
): AsyncGenerator<readonly Customer[]> {
  let last: Customer | undefined
  do {
    const batch = await db
      .select()
      .from(customers)
      .where(and(condition, last && gt(customers.id, last.id)))
      .orderBy(asc(customers.id))
      .limit(batchSize)
    yield batch
    last = batch.length < batchSize ? undefined : batch.at(-1)
  } while (last)
}

/**
 * Creates the user's customer at the payment provider. The row is committed before anything can be
 * bought, so that every payment finds its user.
 */
export async function createCustomer(
  ctx: Context,
  payments: Payments,
  userId: UserId,
): Promise<string> {
  const providerCustomerId = await payments.createCustomer({
    email: await loadEmail(ctx.db, userId),
    idempotencyKey: `customer-${userId}`,
  })
  return keepOne(ctx, userId, providerCustomerId, (tx) =>
    tx
      .insert(customers)
      .values({ userId, providerCustomerId, createdAt: ctx.now() })
      .onConflictDoNothing(),
  )
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
  return keepOne(ctx, userId, replacement, (tx) =>
    tx
      .update(customers)
      .set({ providerCustomerId: replacement })
      .where(and(eq(customers.id, id), eq(customers.providerCustomerId, providerCustomerId))),
  )
}

/**
 * Stores a new customer of the provider, and returns the one that the user has then.
 *
 * Two tabs race to create it. The idempotency key gives both the same customer, unless the provider
 * answered one of them with an error; the lock and the unique constraints let one tab store its own.
 * The deletion of the account races with both, and the lock orders it before or after. A customer
 * that is left over is stored without a user, so that the job that ends such customers finds it.
 */
async function keepOne(
  ctx: Context,
  userId: UserId,
  created: string,
  store: (tx: Db) => Promise<unknown>,
): Promise<string> {
  const kept = await ctx.db.transaction(async (tx) => {
    if (await lockUser(tx, userId)) await store(tx)
    const customer = await findCustomer(tx, userId)
    if (customer?.providerCustomerId !== created) {
      await tx
        .insert(customers)
        .values({ userId: null, providerCustomerId: created, createdAt: ctx.now() })
        .onConflictDoNothing()
      await ctx.jobs.enqueue(tx, endCustomersJob, {})
    }
    return customer
  })
  if (!kept) throw signedOut()
  return kept.providerCustomerId
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
