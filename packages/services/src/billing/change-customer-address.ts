import { customers, users } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'

/** Tells the payment provider the address that the user has now. Idempotent. */
export async function changeCustomerAddress(
  { db, payments }: Context,
  { userId }: { readonly userId: UserId },
): Promise<void> {
  const [customer] = await db
    .select({ id: customers.providerCustomerId, email: users.email })
    .from(customers)
    .innerJoin(users, eq(users.id, customers.userId))
    .where(eq(users.id, userId))
  if (customer) await payments?.changeAddress(customer.id, customer.email)
}
