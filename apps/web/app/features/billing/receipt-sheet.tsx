import type { Receipt } from '@doorman/contract/subscriptions'
import { productName } from '@doorman/domain/brand'
import type { ReactNode } from 'react'
import { Brand } from '../../ui/basics/brand.tsx'
import { formatLocalDay, formatMoney } from './format-bill.ts'
import { toPlanName } from './to-plan-name.ts'

/** A receipt, as it is shown and printed. */
export function ReceiptSheet({
  receipt,
  sellerEmail,
  buyerEmail,
}: {
  receipt: Receipt
  sellerEmail: string
  buyerEmail: string
}) {
  const amount = formatMoney(receipt.amountCents, receipt.currency)
  return (
    <article
      aria-label={`Receipt ${receipt.number}`}
      className="rounded-card border border-border bg-card p-5 shadow-card sm:p-8 print:border-0 print:p-0"
    >
      <Brand />
      <dl className="mt-8 grid gap-6 text-sm sm:grid-cols-2 print:grid-cols-2">
        <Fact term="Receipt number">{receipt.number}</Fact>
        <Fact term="Date paid">{formatLocalDay(receipt.paidAt)}</Fact>
        <Fact term="From">
          {productName}
          <br />
          <span className="font-normal">{sellerEmail}</span>
        </Fact>
        <Fact term="To">{buyerEmail}</Fact>
      </dl>
      <table className="mt-8 w-full text-sm">
        <caption className="sr-only">What was paid</caption>
        <thead>
          <tr className="border-b border-border text-muted-fg">
            <th scope="col" className="py-2 text-start font-medium">
              Description
            </th>
            <th scope="col" className="py-2 text-end font-medium">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          <tr className="border-b border-border align-top">
            <td className="py-3 pe-4">
              <span className="font-medium">
                {productName} {toPlanName(receipt.plan)}
              </span>
              <span className="mt-1 block text-muted-fg">
                {formatLocalDay(receipt.periodStart)} to {formatLocalDay(receipt.periodEnd)}
              </span>
            </td>
            <td className="py-3 text-end tabular-nums">{amount}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="py-3 text-start font-semibold">
              Total paid
            </th>
            <td className="py-3 text-end font-semibold tabular-nums">{amount}</td>
          </tr>
        </tfoot>
      </table>
    </article>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted-fg">{term}</dt>
      <dd className="mt-0.5 font-medium break-words">{children}</dd>
    </div>
  )
}
