import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWTPayload } from 'jose'

/** One key for the whole process, because generating keys is slow. */
let signingKey: ReturnType<typeof makeKey> | null = null

const keyId = 'simulated-google-1'
const issuer = 'https://accounts.google.com'
const lifeSeconds = 3600

async function makeKey() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { privateKey, pem: await exportSPKI(publicKey), jwk: await exportJWK(publicKey) }
}

const loadKey = () => (signingKey ??= makeKey())

/**
 * Signs an OpenID Connect token as Google does
 * (https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload).
 */
export async function signToken(claims: JWTPayload, now: Date): Promise<string> {
  const { privateKey } = await loadKey()
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: keyId, typ: 'JWT' })
    .setIssuer(issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifeSeconds)
    .sign(privateKey)
}

/**
 * `/oauth2/v1/certs`: PEM by key id. Google serves certificates; the official `verifyIdToken` also
 * accepts a plain public key.
 */
export async function listPems(): Promise<Response> {
  const { pem } = await loadKey()
  return Response.json({ [keyId]: pem }, { headers: cacheHeaders })
}

/** `/oauth2/v3/certs`: the same key as a JWK set. */
export async function listJwks(): Promise<Response> {
  const { jwk } = await loadKey()
  return Response.json(
    { keys: [{ ...jwk, kid: keyId, alg: 'RS256', use: 'sig' }] },
    { headers: cacheHeaders },
  )
}

const cacheHeaders = { 'cache-control': 'public, max-age=19800, must-revalidate, no-transform' }
