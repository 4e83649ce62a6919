import { errors, jwtVerify, type JWTPayload } from 'jose'
import { createPublicKey } from 'node:crypto'
import { MailError } from '../../mail-error.ts'

const issuers = ['https://accounts.google.com', 'accounts.google.com']

/** The claims of a token; `null` unless it is valid and Google signed it for this audience. */
export async function findClaims(
  token: string,
  {
    findPem,
    audience,
    now,
  }: {
    /** The certificate or public key with this id, in PEM. */
    readonly findPem: (keyId: string) => unknown
    readonly audience: string
    readonly now: Date
  },
): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const pem = kid === undefined ? undefined : await findPem(kid)
        if (typeof pem !== 'string') throw new errors.JWKSNoMatchingKey()
        return createPublicKey(pem)
      },
      {
        algorithms: ['RS256'],
        issuer: issuers,
        audience,
        currentDate: now,
        clockTolerance: 60,
        requiredClaims: ['sub', 'exp'],
      },
    )
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    if (error instanceof MailError) throw error
    throw new MailError('unavailable', 'malformed certs', { cause: error })
  }
}
