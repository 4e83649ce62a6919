declare global {
  interface Window {
    /** Google's tag and Meta's pixel, if the operator has added them to the page. */
    gtag?: (kind: 'event', name: string, details?: object) => void
    fbq?: (kind: 'track', name: string, details?: object) => void
  }
}

/** Meta's event for a sign-up. */
export const signUpEvent = { event: 'StartTrial', details: { value: 0, currency: 'USD' } } as const

/** Meta's event for a purchase. */
export function purchaseEvent(cents: number) {
  return { event: 'Purchase', details: { value: cents / 100, currency: 'USD' } } as const
}
