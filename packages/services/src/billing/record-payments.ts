import type { Db } from '@doorman/db/client'
import { payments } from '@doorman/db/schema'
import type { PaidInvoice } from '@doorman/payments/payments'
import type { Customer } from './customers.ts'

/** Records paid invoices under the customer's id, which does not name the user. Idempotent. */
export async function recordPayments(
  db: Db,
  { id: payerId }: Customer,
  invoices: readonly PaidInvoice[],
): Promise<void> {
  if (invoices.length === 0) return
  await db
    .insert(payments)
    .values(
      invoices.map((invoice) => ({
        providerInvoiceId: invoice.id,
        payerId,
        number: invoice.number,
        amountCents: invoice.amountCents,
        currency: invoice.currency,
        interval: invoice.interval,
        periodStartsAt: invoice.periodStartsAt,
        periodEndsAt: invoice.periodEndsAt,
        paidAt: invoice.paidAt,
      })),
    )
    .onConflictDoNothing()
}
