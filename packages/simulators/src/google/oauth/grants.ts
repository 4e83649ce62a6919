import type { MailStore } from '../../world/mailbox/mail-store.ts'
import { dayMs, minuteMs } from '../../world/time.ts'
import type { World } from '../../world/world.ts'
import type { Scope } from './scopes.ts'

/** An app as registered in the Google Cloud console. */
export type App = {
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  readonly redirectUris: readonly string[]
}

/** What one person allows one app to do. */
export type Grant = {
  readonly app: App
  readonly store: MailStore
  readonly scopes: ReadonlySet<Scope>
  /** `null`: the app did not ask for offline access. */
  readonly refreshToken: string | null
  readonly accessEndCount: number
  isRevoked: boolean
  lastUsedAt: Date
}

export type Consent = {
  readonly app: App
  readonly store: MailStore
  readonly scopes: ReadonlySet<Scope>
  readonly redirectUri: string
  readonly isOffline: boolean
  /** `prompt=consent`: the person is asked again although access is already granted. */
  readonly isForced: boolean
  readonly codeChallenge: string | null
  readonly nonce: string | null
}

type Code = Consent & { readonly expiresAtMs: number }
type AccessToken = { readonly grant: Grant; readonly expiresAtMs: number }

/** Google does not document how long a code is valid; 10 minutes is common. */
const codeLifeMs = 10 * minuteMs
export const accessTokenLifeSeconds = 3599
/**
 * Google ends a grant that is not used for six months
 * (https://developers.google.com/identity/protocols/oauth2#expiration).
 */
const maxUnusedMs = 183 * dayMs

/** All grants, with their codes and tokens. */
export class Grants {
  readonly #world: World
  readonly #grants: Grant[] = []
  readonly #codes = new Map<string, Code>()
  readonly #accessTokens = new Map<string, AccessToken>()
  readonly #refreshTokens = new Map<string, Grant>()

  constructor(world: World) {
    this.#world = world
  }

  issueCode(consent: Consent): string {
    const code = `4/0${this.#world.random.token(70)}`
    this.#codes.set(code, { ...consent, expiresAtMs: this.#nowMs() + codeLifeMs })
    return code
  }

  /** Returns the consent of a code and uses the code up, even if the exchange fails later. */
  takeCode(code: string): Consent | null {
    const consent = this.#codes.get(code)
    this.#codes.delete(code)
    return consent && consent.expiresAtMs > this.#nowMs() ? consent : null
  }

  /**
   * Google issues a refresh token only with `access_type=offline`
   * (https://developers.google.com/identity/protocols/oauth2/web-server#offline),
   * and a second one only with `prompt=consent`.
   */
  create({ app, store, scopes, isOffline, isForced }: Consent): Grant {
    const isKnown = [...this.#refreshTokens.values()].some(
      (grant) => grant.app === app && grant.store === store && this.isAlive(grant),
    )
    const issuesRefreshToken = isOffline && (isForced || !isKnown)
    const grant: Grant = {
      app,
      store,
      scopes,
      refreshToken: issuesRefreshToken ? `1//0${this.#world.random.token(100)}` : null,
      accessEndCount: store.accessEndCount,
      isRevoked: false,
      lastUsedAt: this.#world.clock.now(),
    }
    this.#grants.push(grant)
    if (grant.refreshToken !== null) this.#refreshTokens.set(grant.refreshToken, grant)
    return grant
  }

  issueAccessToken(grant: Grant): string {
    const token = `ya29.a0${this.#world.random.token(160)}`
    const expiresAtMs = this.#nowMs() + accessTokenLifeSeconds * 1000
    this.#accessTokens.set(token, { grant, expiresAtMs })
    return token
  }

  findByAccessToken(token: string): Grant | null {
    const found = this.#accessTokens.get(token)
    return found && found.expiresAtMs > this.#nowMs() && this.isAlive(found.grant)
      ? found.grant
      : null
  }

  /** Each use extends the grant's life. */
  useRefreshToken(token: string, app: App): Grant | null {
    const grant = this.#refreshTokens.get(token)
    if (!grant || grant.app !== app || !this.isAlive(grant)) return null
    grant.lastUsedAt = this.#world.clock.now()
    return grant
  }

  /**
   * Revoking either token ends every grant of this person for this app, including earlier ones
   * (https://developers.google.com/identity/protocols/oauth2/web-server#incrementalAuth).
   */
  revoke(token: string): Grant | null {
    const grant = this.#refreshTokens.get(token) ?? this.#accessTokens.get(token)?.grant
    if (!grant || !this.isAlive(grant)) return null
    for (const other of this.#grants)
      if (other.app === grant.app && other.store === grant.store) other.isRevoked = true
    return grant
  }

  isAlive({ store, accessEndCount, isRevoked, lastUsedAt }: Grant): boolean {
    const isUnused = this.#nowMs() - lastUsedAt.getTime() > maxUnusedMs
    return !isRevoked && !isUnused && store.findAccessEndSince(accessEndCount) === null
  }

  #nowMs(): number {
    return this.#world.clock.now().getTime()
  }
}
