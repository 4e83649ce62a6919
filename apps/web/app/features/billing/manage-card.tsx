import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import type { PaymentPages } from './use-payment-page.ts'

export function ManageCard({
  isCanceled,
  payments,
}: {
  /** The subscription is canceled and runs until its period ends. */
  isCanceled: boolean
  payments: PaymentPages
}) {
  return (
    <Card
      title="Manage subscription"
      description={`${isCanceled ? 'Resume your plan, change your card or download invoices.' : 'Change your plan or card, download invoices, or cancel.'} Opens Stripe, our payment provider.`}
      footer={
        <Button
          variant="secondary"
          isPending={payments.opening === 'portal'}
          onClick={() => payments.open({ kind: 'portal' })}
        >
          {isCanceled ? 'Resume or manage' : 'Manage subscription'}
        </Button>
      }
    />
  )
}
