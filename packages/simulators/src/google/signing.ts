import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWTPayload } from 'jose'

/** One key for the whole process: making one takes a while, and nobody here has to keep it secret. */
let signing: ReturnType<typeof makeKey> | null = null

const keyId = 'simulated-google-1'
const issuer = 'https://accounts.google.com'
const lifeSeconds = 3600

async function makeKey() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { privateKey, pem: await exportSPKI(publicKey), jwk: await exportJWK(publicKey) }
}

const loadKey = () => (signing ??= makeKey())

/** An OpenID Connect token as Google signs them (https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload). */
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

/** `/oauth2/v1/certs`: key ids and PEM. `verifyIdToken` takes a plain public key where Google has a certificate (PROVIDERS 1.1 M). */
export async function listPems(): Promise<Response> {
  const { pem } = await loadKey()
  return Response.json({ [keyId]: pem }, { headers: cached })
}

/** `/oauth2/v3/certs`: the same as a JWK set. */
export async function listJwks(): Promise<Response> {
  const { jwk } = await loadKey()
  return Response.json(
    { keys: [{ ...jwk, kid: keyId, alg: 'RS256', use: 'sig' }] },
    { headers: cached },
  )
}

const cached = { 'cache-control': 'public, max-age=19800, must-revalidate, no-transform' }
