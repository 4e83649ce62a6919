import { isMicrosoftAddressTrusted } from '@doorman/domain/accounts/provider-address'
import { normaliseAddress } from '@doorman/domain/mail/email-address'
import { dayMs } from '@doorman/domain/time'
import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose'
import type { Clock } from '../../http/clock.ts'
import type { ProviderIdentity } from '../../identity-provider.ts'
import { MailError } from '../../mail-error.ts'
import { findText, listJson, readText, type Json } from '../graph/json.ts'

export type IdTokens = {
  /** Loads the keys. Call it before redeeming a code: if it fails, the code is still unused. */
  prepare(): Promise<void>
  /** The account, or `null` unless the login host signed the token for us and this nonce. */
  findIdentity(idToken: string, nonce: string): Promise<MicrosoftIdentity | null>
}

type MicrosoftIdentity = ProviderIdentity & {
  /** Empty if the token names none. */
  readonly mailboxAddress: string
}

type Keys = {
  /** A template with `{tenantid}`, because `common` serves all tenants. */
  readonly issuer: string
  readonly set: JSONWebKeySet
  readonly loadedAtMs: number
}

const clockToleranceSeconds = 300
/** Bounds how long a key is trusted after Microsoft withdraws it. */
const maxKeyAgeMs = dayMs

/** https://learn.microsoft.com/entra/identity-platform/id-tokens#validate-tokens */
export function createIdTokens(options: {
  readonly loginUrl: string
  readonly clientId: string
  readonly clock: Clock
  readonly load: (url: string) => Promise<Json>
}): IdTokens {
  const { loginUrl, clientId, clock, load } = options
  let cached: Keys | null = null

  async function loadKeys(): Promise<Keys> {
    const document = await load(`${loginUrl}/common/v2.0/.well-known/openid-configuration`)
    const keysUrl = readText(document, 'jwks_uri')
    if (!keysUrl.startsWith(`${loginUrl}/`)) throw new MailError('unavailable', 'foreign-link')
    const keys = listJson(await load(keysUrl), 'keys')
    // jose validates each key before it uses it.
    const set = { keys: [...keys] } as JSONWebKeySet
    cached = { issuer: readText(document, 'issuer'), set, loadedAtMs: clock.now().getTime() }
    return cached
  }

  async function loadFreshKeys(): Promise<Keys> {
    const isFresh = cached !== null && clock.now().getTime() - cached.loadedAtMs < maxKeyAgeMs
    return isFresh && cached ? cached : loadKeys()
  }

  async function check(
    idToken: string,
    nonce: string,
    keys: Keys,
  ): Promise<MicrosoftIdentity | null> {
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
          // Microsoft rotates its keys without notice.
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

/** Each tenant has its own issuer. A key that names an issuer is valid for that tenant only. */
function isIssuedBy({ iss, tid }: JWTPayload, templates: readonly string[]): boolean {
  if (typeof tid !== 'string' || !/^[\da-f-]{36}$/i.test(tid)) return false
  return templates.every((template) => iss === template.replace('{tenantid}', tid))
}

function findIdentity(payload: JWTPayload): MicrosoftIdentity | null {
  const [tenantId, objectId] = [findText(payload, 'tid'), findText(payload, 'oid')]
  if (tenantId === null || objectId === null) return null
  const isHosted = (address: string) => isMicrosoftAddressTrusted({ tenantId, address })
  const addresses = ['email', 'preferred_username'].flatMap((claim) => {
    const text = findText(payload, claim)
    return text === null ? [] : normaliseAddress(text)
  })
  const [address = ''] = addresses
  return {
    providerAccountId: `${tenantId}.${objectId}`,
    address,
    isAddressTrusted: isHosted(address),
    // A personal account can have an address of another provider as `email`, such as
    // ann@gmail.com. Its mailbox is the one at Outlook.
    mailboxAddress: addresses.find(isHosted) ?? address,
  }
}
