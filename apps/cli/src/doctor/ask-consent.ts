import type { Consent } from '@doorman/mail/consent'
import { MailError } from '@doorman/mail/mail-error'
import { randomBytes } from 'node:crypto'
import { readFailure, type Failure } from './failure.ts'

export type ConsentAnswer =
  /** It knows our client, and not the code we made up. */
  | { readonly kind: 'client-known' }
  | { readonly kind: 'client-refused'; readonly detail: string }
  /** It gave a token for a code that it never gave out: no provider does that. */
  | { readonly kind: 'gullible' }

/**
 * Tries to redeem a code that nobody was given: who refuses the code has taken
 * the client id and its secret for good. It changes nothing at the provider.
 */
export async function askConsent(
  consent: Consent,
  redirectUrl: string,
): Promise<ConsentAnswer | Failure> {
  const madeUp = () => randomBytes(32).toString('base64url')
  try {
    const answer = { code: madeUp(), nonce: madeUp(), codeVerifier: madeUp(), redirectUrl }
    const { kind } = await consent.redeem(answer)
    return { kind: kind === 'invalid' ? 'client-known' : 'gullible' }
  } catch (error) {
    if (error instanceof MailError && error.failure === 'refused')
      return { kind: 'client-refused', detail: toKnownWords(error.detail) }
    return readFailure(error)
  }
}

/** RFC 6749, section 5.2, and what Google adds. */
const words = new Set([
  'deleted_client',
  'invalid_client',
  'invalid_request',
  'invalid_scope',
  'redirect_uri_mismatch',
  'unauthorized_client',
  'unsupported_grant_type',
])

/** A status and the provider's word for it. Whoever has our secret could echo it, so nothing else is repeated. */
function toKnownWords(detail: string): string {
  const isKnown = (word: string) => words.has(word) || /^(?:AADSTS)?\d{3,8}$/.test(word)
  return detail.split(' ').filter(isKnown).join(' ')
}
