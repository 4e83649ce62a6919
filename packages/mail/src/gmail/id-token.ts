import { normaliseAddress } from '@doorman/domain/email-address'
import { findClaims } from './google-token.ts'

export type GoogleIdentity = { readonly subject: string; readonly address: string }

/** Who an id token speaks of, or `null` where Google did not make it for us, for this sign-in, just now. */
export async function findIdentity(
  idToken: string,
  {
    certs,
    clientId,
    nonce,
    now,
  }: {
    /** PEM by key id, certificates or plain keys. */
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
  return typeof email === 'string' ? { subject: sub, address: normaliseAddress(email) } : null
}
