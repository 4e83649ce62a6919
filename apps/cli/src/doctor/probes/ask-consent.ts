import type { Consent } from '@doorman/mail/consent'
import { MailError } from '@doorman/mail/mail-error'
import { randomBytes } from 'node:crypto'
import { catchProbeFailure, type ProbeFailure } from '../probe-failure.ts'

export type ConsentAnswer =
  /** The provider accepted our client and rejected the invented code. */
  | { readonly kind: 'client-known' }
  | { readonly kind: 'client-refused'; readonly detail: string }
  /** The server exchanged an invented code for a token. No real provider does that. */
  | { readonly kind: 'accepts-any-code' }

/**
 * Tries to redeem an invented code. A provider that rejects the code has accepted our client id and
 * secret before. This changes nothing at the provider.
 */
export async function askConsent(
  consent: Consent,
  redirectUrl: string,
): Promise<ConsentAnswer | ProbeFailure> {
  const invent = () => randomBytes(32).toString('base64url')
  try {
    const answer = { code: invent(), nonce: invent(), codeVerifier: invent(), redirectUrl }
    const { kind } = await consent.redeemCode(answer)
    return { kind: kind === 'invalid' ? 'client-known' : 'accepts-any-code' }
  } catch (error) {
    if (error instanceof MailError && error.failure === 'refused')
      return { kind: 'client-refused', detail: toKnownCodes(error.detail) }
    return catchProbeFailure(error)
  }
}

/** RFC 6749, section 5.2, and Google's own codes. */
const oauthErrors = new Set([
  'deleted_client',
  'invalid_client',
  'invalid_request',
  'invalid_scope',
  'redirect_uri_mismatch',
  'unauthorized_client',
  'unsupported_grant_type',
])

/** Keeps the status and known error codes only: the server has our secret and could echo it. */
function toKnownCodes(detail: string): string {
  const isKnown = (word: string) => oauthErrors.has(word) || /^(?:AADSTS)?\d{3,8}$/.test(word)
  return detail.split(' ').filter(isKnown).join(' ')
}
