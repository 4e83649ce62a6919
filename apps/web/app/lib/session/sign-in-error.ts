import { signInErrors, type SignInError } from '@doorman/contract/social-sign-in'
import { providerNames, signInProviders } from '@doorman/domain/accounts/social-sign-in'

/** What to tell the user. Cancelling is not an error, so its tone is info. */
export type SignInNotice = { readonly sentence: string; readonly tone: 'info' | 'danger' }

/**
 * What `?error=` and `?provider=` say after a sign-in at Google or Microsoft; `null` if there was no
 * error. Any site can link here with any value, so we show our own sentences only.
 */
export function findSignInError(query: URLSearchParams): SignInNotice | null {
  const error = signInErrors.find((known) => known === query.get('error'))
  const provider = signInProviders.find((known) => known === query.get('provider'))
  if (!error || !provider) return null
  const tone = error === 'denied' ? 'info' : 'danger'
  return { sentence: sentences[error](providerNames[provider]), tone }
}

const sentences: Record<SignInError, (name: string) => string> = {
  denied: (name) => `You cancelled at ${name}, so nothing has changed.`,
  expired: () => 'That sign-in took too long or was already used. Please try again.',
  failed: (name) => `We couldn’t reach ${name}. Please try again in a moment.`,
  account_exists: (name) =>
    `There’s already an account with this address. Sign in with your password first, then link ${name} in Account Settings.`,
  no_address: (name) =>
    `${name} didn’t tell us an email address. Please sign up with your address and a password.`,
  taken: (name) =>
    `That ${name} account can’t be linked: it belongs to another account, or you’ve linked a different one.`,
  too_many: () => 'Too many attempts. Please wait a minute, then try again.',
  too_many_accounts: () =>
    'Too many new accounts from your network. Please wait an hour, then try again.',
  unavailable: (name) => `Signing in with ${name} isn’t set up on this server.`,
}
