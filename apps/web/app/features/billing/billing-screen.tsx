import { useSuspenseQuery } from '@tanstack/react-query'
import { billingInfo } from '../../lib/billing/billing-info.ts'
import { useIsViewing } from '../../lib/session/use-is-viewing.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { ComparisonCard } from './comparison-card.tsx'
import { toOffer } from './describe-plan.ts'
import { ManageCard } from './manage-card.tsx'
import { NotForSaleCard } from './not-for-sale-card.tsx'
import { PaymentProgress } from './payment-progress.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanChooser } from './plan-chooser.tsx'
import { ReceiptsCard } from './receipts-card.tsx'
import type { CheckoutState } from './use-checkout-return.ts'
import { usePaymentPage } from './use-payment-page.ts'

export function BillingScreen({ checkout }: { checkout: CheckoutState }) {
  const { data: info } = useSuspenseQuery(billingInfo)
  const isViewing = useIsViewing()
  const payments = usePaymentPage()
  const offer = toOffer(info)
  const isPaymentPending = checkout !== 'none' && info.accountType !== 'paid'
  return (
    <>
      {isViewing && (
        <Banner tone="info">
          You’re viewing as this user. Only they can buy or change a plan.
        </Banner>
      )}
      {isPaymentPending && <PaymentProgress isWaiting={checkout === 'waiting'} />}
      <PlanCard info={info} payments={isViewing ? null : payments} />
      {offer === 'choose' && !isPaymentPending && !isViewing && (
        <PlanChooser isInTrial={info.trialDaysLeft !== null} payments={payments} />
      )}
      {offer === 'manage' && !isViewing && (
        <ManageCard isCanceled={info.cancelDate !== null} payments={payments} />
      )}
      {offer === 'not-for-sale' && <NotForSaleCard />}
      {(offer === 'choose' || offer === 'not-for-sale') && <ComparisonCard />}
      <ReceiptsCard />
    </>
  )
}
