/** Texts of the billing page whose wording is fixed. */
export const billingText = {
  checkoutFailed: 'Failed to create checkout session. Please try again.',
  portalFailed: 'Failed to open billing portal. Please try again.',
  checkoutCanceled: {
    title: 'Checkout canceled',
    description: 'You can try again whenever you’re ready.',
  },
  subscriptionActivated: 'Subscription Activated',
} as const
