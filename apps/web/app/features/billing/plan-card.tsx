import type { BillingInfo } from '@doorman/contract/billing'
import type { BillingStatus } from '@doorman/domain/plans/billing-status'
import { Badge } from '../../ui/basics/badge.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { describePlan, hasPaymentFailed, canNewCardHelp } from './describe-plan.ts'
import type { PaymentPages } from './use-payment-page.ts'

const badges = {
  active: { label: 'Active', tone: 'good' },
  trial: { label: 'Trial', tone: 'attention' },
  free: { label: 'Free', tone: 'plain' },
  inactive: { label: 'Inactive', tone: 'plain' },
} as const satisfies Record<BillingStatus, object>

/** The current plan. After a failed payment it leads to the page where the card can be changed. */
export function PlanCard({
  info,
  payments,
}: {
  info: BillingInfo
  /** `null` while an admin views the page as the user. */
  payments: PaymentPages | null
}) {
  const { status, title, text, facts } = describePlan(info)
  const hasFailed = hasPaymentFailed(info.subscriptionStatus)
  const { label, tone } = badges[status]
  return (
    <Card
      title={title}
      description={text}
      tone={hasFailed ? 'danger' : 'plain'}
      action={<Badge tone={hasFailed ? 'danger' : tone}>{label}</Badge>}
      footer={
        payments &&
        canNewCardHelp(info.subscriptionStatus) &&
        info.hasPortal && (
          <Button
            isPending={payments.opening === 'portal'}
            onClick={() => payments.open({ kind: 'portal' })}
          >
            Update card
          </Button>
        )
      }
    >
      {facts.length > 0 && (
        <dl className="grid gap-4 text-sm sm:grid-cols-2">
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt className="text-muted-fg">{term}</dt>
              <dd className="mt-0.5 font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
