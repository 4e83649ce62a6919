declare global {
  interface Window {
    /** Google's tag and Meta's pixel, if the operator has added them to the page. */
    gtag?: (kind: 'event', name: string, details?: object) => void
    fbq?: (kind: 'track', name: string, details?: object) => void
  }
}

/** Reports a sign-up to the operator's marketing tools, if there are any. */
export function trackSignUp(): void {
  window.gtag?.('event', 'sign_up', { method: 'email' })
  window.fbq?.('track', 'StartTrial', { value: 0, currency: 'USD' })
}
