import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import type { PaymentPages } from './use-payment-page.ts'

export function ManageCard({ payments }: { payments: PaymentPages }) {
  return (
    <Card
      title="Manage subscription"
      description="Change your plan or card, download invoices, or cancel. Opens Stripe, our payment provider."
      footer={
        <Button
          variant="secondary"
          isPending={payments.opening === 'portal'}
          onClick={() => payments.open({ kind: 'portal' })}
        >
          Manage subscription
        </Button>
      }
    />
  )
}
