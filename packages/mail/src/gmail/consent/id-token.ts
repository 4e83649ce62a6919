import { normaliseAddress } from '@doorman/domain/mail/email-address'
import { findClaims } from './google-token.ts'

export type GoogleIdentity = { readonly providerAccountId: string; readonly address: string }

/** The account in an id token, or `null` unless Google issued it to us for this sign-in. */
export async function findIdentity(
  idToken: string,
  {
    certs,
    clientId,
    nonce,
    now,
  }: {
    /** Certificates or public keys in PEM, by key id. */
    readonly certs: Readonly<Record<string, unknown>>
    readonly clientId: string
    readonly nonce: string
    readonly now: Date
  },
): Promise<GoogleIdentity | null> {
  const findPem = (keyId: string) => certs[keyId]
  const claims = await findClaims(idToken, { findPem, audience: clientId, now })
  if (claims?.sub === undefined || claims['nonce'] !== nonce) return null
  const { sub, email } = claims
  return typeof email === 'string'
    ? { providerAccountId: sub, address: normaliseAddress(email) }
    : null
}
