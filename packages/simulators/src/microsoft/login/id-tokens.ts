import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Account } from './accounts.ts'
import type { Scope } from './scopes.ts'

const algorithm = 'RS256'
const lifeSeconds = 3600

/** One key for the whole process, because generating keys is slow. */
let keys: ReturnType<typeof makeKeys> | null = null

export type IdTokenRequest = {
  readonly account: Account
  readonly clientId: string
  readonly scopes: readonly Scope[]
  readonly nonce: string | null
  readonly now: Date
}

/** Claims: https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference. */
export async function signIdToken(
  loginUrl: string,
  { account, clientId, scopes, nonce, now }: IdTokenRequest,
): Promise<string> {
  const { privateKey, kid } = await loadKeys()
  const issuedAt = Math.floor(now.getTime() / 1000)
  const claims = {
    ver: '2.0',
    // Microsoft includes these claims only with the profile scope.
    ...(scopes.includes('profile') && {
      name: account.name,
      preferred_username: account.address,
      oid: account.objectId,
      tid: account.tenantId,
    }),
    // As in Graph's `mail`, personal accounts can have an address of another provider here.
    ...(scopes.includes('email') && {
      email: account.store.owner.contactAddress ?? account.address,
    }),
    ...(nonce !== null && { nonce }),
  }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid })
    .setIssuer(toIssuer(loginUrl, account.tenantId))
    .setAudience(clientId)
    .setSubject(toPairwiseSubject(account, clientId))
    .setIssuedAt(issuedAt)
    .setNotBefore(issuedAt)
    .setExpirationTime(issuedAt + lifeSeconds)
    .sign(privateKey)
}

/** Each key names its issuer; for `common` that is a template. */
export async function toJwks(loginUrl: string, tenant: string): Promise<object> {
  const { jwk, kid } = await loadKeys()
  const issuer = toIssuer(loginUrl, toIssuerTenant(tenant))
  return { keys: [{ ...jwk, kid, use: 'sig', alg: algorithm, issuer }] }
}

export function toIssuer(loginUrl: string, tenant: string): string {
  return `${loginUrl}/${tenant}/v2.0`
}

/**
 * For `common` and `organizations`, Microsoft publishes an issuer with the placeholder
 * `{tenantid}`. A client must not compare it with a token's `iss` as a plain string
 * (https://learn.microsoft.com/entra/identity-platform/access-tokens#validate-the-issuer).
 */
export function toIssuerTenant(tenant: string): string {
  return ['common', 'organizations'].includes(tenant) ? '{tenantid}' : tenant
}

/** The subject is pairwise: each app gets a different one for the same person. */
function toPairwiseSubject({ tenantId, objectId }: Account, clientId: string): string {
  return createHash('sha256').update(`${tenantId}/${objectId}/${clientId}`).digest('base64url')
}

function loadKeys() {
  return (keys ??= makeKeys())
}

async function makeKeys() {
  const { privateKey, publicKey } = await generateKeyPair(algorithm)
  const jwk = await exportJWK(publicKey)
  return { privateKey, jwk, kid: await calculateJwkThumbprint(jwk) }
}
