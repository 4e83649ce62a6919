import type { Receipt } from '@doorman/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { formatLocalDay, formatMoney } from './format-bill.ts'
import { receipts } from './receipts.ts'
import { toPlanName } from './to-plan-name.ts'

/** The list of payments. Absent until there is one. */
export function ReceiptsCard() {
  const { data, isError, isFetching, refetch } = useQuery(receipts)
  if (isError)
    return (
      <Card
        title="Receipts"
        description="We couldn’t load your receipts."
        action={
          <Button
            variant="secondary"
            size="small"
            isPending={isFetching}
            onClick={() => void refetch()}
          >
            Try again
          </Button>
        }
      />
    )
  if (!data || data.receipts.length === 0) return null
  return (
    <Card title="Receipts">
      <ul className="-my-3 divide-y divide-border">
        {data.receipts.map((receipt) => (
          <ReceiptRow key={receipt.id} receipt={receipt} />
        ))}
      </ul>
    </Card>
  )
}

function ReceiptRow({ receipt }: { receipt: Receipt }) {
  return (
    <li className="flex items-center justify-between gap-4 py-3 text-sm">
      <div className="min-w-0">
        <Link
          to={paths.receipt(receipt.id)}
          className="rounded-control font-medium underline decoration-input underline-offset-4 hover:decoration-primary"
        >
          Receipt {receipt.number}
        </Link>
        <p className="mt-1 text-muted-fg">
          {formatLocalDay(receipt.paidAt)} · {toPlanName(receipt.plan)}
        </p>
      </div>
      <span className="font-medium tabular-nums">
        {formatMoney(receipt.amountCents, receipt.currency)}
      </span>
    </li>
  )
}
