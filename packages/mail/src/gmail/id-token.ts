import { normaliseAddress } from '@doorman/domain/email-address'
import { errors, jwtVerify } from 'jose'
import { createPublicKey } from 'node:crypto'
import { MailError } from '../mail-error.ts'

export type GoogleIdentity = { readonly subject: string; readonly address: string }

const issuers = ['https://accounts.google.com', 'accounts.google.com']

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
  try {
    const { payload } = await jwtVerify(
      idToken,
      ({ kid }) => {
        const pem = kid === undefined ? undefined : certs[kid]
        if (typeof pem !== 'string') throw new errors.JWKSNoMatchingKey()
        return createPublicKey(pem)
      },
      {
        algorithms: ['RS256'],
        issuer: issuers,
        audience: clientId,
        currentDate: now,
        clockTolerance: 60,
        requiredClaims: ['sub', 'exp'],
      },
    )
    const { sub, email } = payload
    if (payload['nonce'] !== nonce || sub === undefined || typeof email !== 'string') return null
    return { subject: sub, address: normaliseAddress(email) }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw new MailError('unavailable', 'malformed certs', { cause: error })
  }
}
