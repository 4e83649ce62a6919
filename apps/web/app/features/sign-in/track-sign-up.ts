import { signUpEvent } from '../../lib/tracking-events.ts'

/** Reports a sign-up to the operator's marketing tools, if there are any. */
export function trackSignUp(): void {
  window.gtag?.('event', 'sign_up', { method: 'email' })
  window.fbq?.('track', signUpEvent.event, signUpEvent.details)
}
