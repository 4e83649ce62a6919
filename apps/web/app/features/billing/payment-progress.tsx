import { loadCurrentUser } from '@doorman/contract/auth'
import { loadBillingInfo } from '@doorman/contract/billing'
import { useMutation } from '@tanstack/react-query'
import { refetch } from '../../lib/api/query-client.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

/** Between the return from the checkout page and the payment provider's confirmation. */
export function PaymentProgress({ isWaiting }: { isWaiting: boolean }) {
  const check = useMutation({ mutationFn: () => refetch(loadBillingInfo, loadCurrentUser) })
  return (
    <div role="status">
      <Banner
        tone="info"
        action={
          isWaiting && (
            <Button
              variant="secondary"
              size="small"
              isPending={check.isPending}
              onClick={() => check.mutate()}
            >
              Check again
            </Button>
          )
        }
      >
        {isWaiting
          ? 'We’re still waiting for Stripe to confirm your payment. It may take a minute. You don’t need to pay again.'
          : 'Confirming your payment…'}
      </Banner>
    </div>
  )
}
