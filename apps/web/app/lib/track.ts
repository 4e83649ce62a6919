declare global {
  interface Window {
    /** Google's tag and Meta's pixel, where an operator has put one on the page. */
    gtag?: (kind: 'event', name: string, details?: object) => void
    fbq?: (kind: 'track', name: string, details?: object) => void
  }
}

/** Tells the operator's own marketing tools of a sign-up. Without any, it does nothing. */
export function trackSignUp(): void {
  window.gtag?.('event', 'sign_up', { method: 'email' })
  window.fbq?.('track', 'StartTrial', { value: 0, currency: 'USD' })
}
