import { normaliseAddress } from '@doorman/domain/email-address'
import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose'
import type { Clock } from '../clock.ts'
import { MailError } from '../mail-error.ts'
import { findText, listJson, readText, type Json } from './json.ts'

export type Identity = {
  /** Tenant and person. An address proves nothing: any tenant can claim any. */
  readonly subject: string
  readonly address: string
}

export type IdTokens = {
  /** Fetches what a check needs, so that an outage is met before a code is used up. */
  prepare(): Promise<void>
  /** Who signed in, or `null` unless the login host signed this token, for us, in answer to this nonce. */
  findIdentity(idToken: string, nonce: string): Promise<Identity | null>
}

type Keys = {
  /** With `{tenantid}` in it, because `common` serves all tenants. */
  readonly issuer: string
  readonly set: JSONWebKeySet
  readonly loadedAtMs: number
}

const clockToleranceSeconds = 300
/** A key that was withdrawn is trusted no longer than this. */
const keysLifeMs = 24 * 3_600_000

/** https://learn.microsoft.com/entra/identity-platform/id-tokens#validate-tokens */
export function createIdTokens(options: {
  readonly loginUrl: string
  readonly clientId: string
  readonly clock: Clock
  readonly load: (url: string) => Promise<Json>
}): IdTokens {
  const { loginUrl, clientId, clock, load } = options
  let known: Keys | null = null

  async function loadKeys(): Promise<Keys> {
    const document = await load(`${loginUrl}/common/v2.0/.well-known/openid-configuration`)
    const keysUrl = readText(document, 'jwks_uri')
    if (!keysUrl.startsWith(`${loginUrl}/`)) throw new MailError('unavailable', 'foreign-link')
    const keys = listJson(await load(keysUrl), 'keys')
    // jose itself looks at every key before it uses one.
    const set = { keys: [...keys] } as JSONWebKeySet
    known = { issuer: readText(document, 'issuer'), set, loadedAtMs: clock.now().getTime() }
    return known
  }

  async function loadFreshKeys(): Promise<Keys> {
    const isFresh = known !== null && clock.now().getTime() - known.loadedAtMs < keysLifeMs
    return isFresh && known ? known : loadKeys()
  }

  async function check(idToken: string, nonce: string, keys: Keys): Promise<Identity | null> {
    const { payload, protectedHeader } = await jwtVerify(idToken, createLocalJWKSet(keys.set), {
      algorithms: ['RS256'],
      audience: clientId,
      currentDate: clock.now(),
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['exp', 'iat'],
    })
    const key = keys.set.keys.find(({ kid }) => kid === protectedHeader.kid)
    const keyIssuer = findText({ ...key }, 'issuer') ?? keys.issuer
    const isOurs = payload['nonce'] === nonce && isIssuedBy(payload, [keys.issuer, keyIssuer])
    return isOurs ? findIdentity(payload) : null
  }

  return {
    async prepare() {
      await loadFreshKeys()
    },
    async findIdentity(idToken, nonce) {
      try {
        return await check(idToken, nonce, await loadFreshKeys()).catch(async (error) => {
          // Keys change now and then, without notice.
          if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
          return check(idToken, nonce, await loadKeys())
        })
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}

/** Each tenant is an issuer of its own, and some keys sign for one tenant only. */
function isIssuedBy({ iss, tid }: JWTPayload, templates: readonly string[]): boolean {
  if (typeof tid !== 'string' || !/^[\da-f-]{36}$/i.test(tid)) return false
  return templates.every((template) => iss === template.replace('{tenantid}', tid))
}

function findIdentity(payload: JWTPayload): Identity | null {
  const [tenant, person] = [findText(payload, 'tid'), findText(payload, 'oid')]
  const address = findText(payload, 'email') ?? findText(payload, 'preferred_username')
  if (tenant === null || person === null || address === null) return null
  return { subject: `${tenant}.${person}`, address: normaliseAddress(address) }
}
