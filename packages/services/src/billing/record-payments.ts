import type { Db } from '@doorman/db/client'
import { payments } from '@doorman/db/schema'
import { toPaymentCutoff } from '@doorman/domain/plans/plan'
import type { PaidInvoice } from '@doorman/payments/payments'
import type { Context } from '../ports/context.ts'
import type { Customer } from './customers.ts'

/**
 * Records paid invoices under the customer's id, which does not name the user. Idempotent. Leaves
 * out old invoices: the provider keeps them for longer than we may.
 */
export async function recordPayments(
  { now }: Pick<Context, 'now'>,
  db: Db,
  { id: payerId }: Customer,
  invoices: readonly PaidInvoice[],
): Promise<void> {
  const cutoff = toPaymentCutoff(now())
  const kept = invoices.filter(({ paidAt }) => paidAt >= cutoff)
  if (kept.length === 0) return
  await db
    .insert(payments)
    .values(
      kept.map((invoice) => ({
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
