import { loadCurrentUser } from '@doorman/contract/auth'
import { loadBillingInfo } from '@doorman/contract/billing'
import { createSubscription, openBillingPortal } from '@doorman/contract/subscriptions'
import type { SubscriptionInterval } from '@doorman/domain/plans/plan'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'
import { queryClient, refetch } from '../../lib/api/query-client.ts'
import { leaveSite } from '../../lib/session/leave.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { billingText } from './billing-text.ts'
import { toRefusal } from './to-refusal.ts'

/** A page of the payment provider. */
type PaymentPage =
  | { readonly kind: 'checkout'; readonly plan: SubscriptionInterval }
  | { readonly kind: 'portal' }

const mutationKey = ['payment-page']

/** Leads to the checkout or the portal. One at a time. */
export function usePaymentPage() {
  const open = useMutation({
    mutationKey,
    mutationFn: async (page: PaymentPage) => leaveSite(await findUrl(page)),
    onError: (error, { kind }) => {
      const failed = kind === 'checkout' ? billingText.checkoutFailed : billingText.portalFailed
      toast.failed(text.somethingWrong.title, toRefusal(error) ?? failed)
      // A refusal can mean that the plan has changed in the meantime.
      void refetch(loadBillingInfo, loadCurrentUser)
    },
  })
  return {
    /** The page that is opening. */
    opening: open.isPending ? open.variables.kind : null,
    open(page: PaymentPage) {
      // Reads the mutation cache, because a second click can come before React has disabled the button.
      if (queryClient.isMutating({ mutationKey }) === 0) open.mutate(page)
    },
  }
}

export type PaymentPages = ReturnType<typeof usePaymentPage>

async function findUrl(page: PaymentPage): Promise<string> {
  if (page.kind === 'portal') return (await call(openBillingPortal, {})).portalUrl
  return (await call(createSubscription, { plan: page.plan })).sessionUrl
}
