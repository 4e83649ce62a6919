import { isGoogleAddressTrusted } from '@doorman/domain/accounts/provider-address'
import { normaliseAddress } from '@doorman/domain/mail/email-address'
import type { ProviderIdentity } from '../../identity-provider.ts'
import { findClaims } from './google-token.ts'

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
): Promise<ProviderIdentity | null> {
  const findPem = (keyId: string) => certs[keyId]
  const claims = await findClaims(idToken, { findPem, audience: clientId, now })
  if (claims?.sub === undefined || claims['nonce'] !== nonce) return null
  const { sub, email, hd } = claims
  if (typeof email !== 'string')
    return { providerAccountId: sub, address: '', isAddressTrusted: false }
  const address = normaliseAddress(email)
  const isAddressTrusted = isGoogleAddressTrusted({
    address,
    isVerified: claims['email_verified'] === true,
    hostedDomain: typeof hd === 'string' ? hd : null,
  })
  return { providerAccountId: sub, address, isAddressTrusted }
}
