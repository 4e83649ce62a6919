import { customers, payments } from '@doorman/db/schema'
import { desc, eq, getTableColumns } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

export type ReceiptRow = typeof payments.$inferSelect

/** The user's payments, newest first. */
export async function listReceipts(
  { db }: Context,
  { userId }: Actor,
): Promise<readonly ReceiptRow[]> {
  return db
    .select(getTableColumns(payments))
    .from(payments)
    .innerJoin(customers, eq(customers.id, payments.payerId))
    .where(eq(customers.userId, userId))
    .orderBy(desc(payments.paidAt), desc(payments.providerInvoiceId))
}
