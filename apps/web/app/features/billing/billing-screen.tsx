import { useSuspenseQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { billingInfo } from '../../lib/billing-info.ts'
import { Empty } from '../../ui/empty.tsx'
import { prices, tellPlan } from './tell-plan.ts'

export function BillingScreen() {
  const { data: info } = useSuspenseQuery(billingInfo)
  const { title, text } = tellPlan(info)
  return (
    <Empty icon={CreditCard} title={title}>
      {text}
      {info.subscriptionStatus !== 'active' && (
        <span className="mt-3 block">
          Payment is not open yet, so Pro cannot be bought today. It will cost {prices.monthly} or{' '}
          {prices.yearly}.
        </span>
      )}
    </Empty>
  )
}
