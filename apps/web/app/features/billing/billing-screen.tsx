import { useSuspenseQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { billingInfo } from '../../lib/billing/billing-info.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { prices, describePlan } from './describe-plan.ts'

export function BillingScreen() {
  const { data: info } = useSuspenseQuery(billingInfo)
  const { title, text } = describePlan(info)
  return (
    <Empty icon={CreditCard} title={title}>
      {text}
      {info.subscriptionStatus !== 'active' && (
        <span className="mt-3 block">
          You can’t buy Pro just yet. When you can, it’ll cost {prices.monthly} or {prices.yearly}.
        </span>
      )}
    </Empty>
  )
}
