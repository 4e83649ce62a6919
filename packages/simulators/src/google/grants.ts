import type { MailStore } from '../world/mail-store.ts'
import type { World } from '../world/world.ts'
import type { Scope } from './scopes.ts'

/** An app as registered in Google's console. */
export type App = {
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  readonly redirectUris: readonly string[]
}

/** What one person lets one app do. */
export type Grant = {
  readonly app: App
  readonly store: MailStore
  readonly scopes: ReadonlySet<Scope>
  /** `null` where the app did not ask to stay. */
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
  /** `prompt=consent`: asked again although already granted. */
  readonly isForced: boolean
  readonly codeChallenge: string | null
  readonly nonce: string | null
}

type Code = Consent & { readonly expiresAtMs: number }
type AccessToken = { readonly grant: Grant; readonly expiresAtMs: number }

/** 10 minutes: PROVIDERS 1.1 U. */
const codeLifeMs = 600_000
export const accessTokenLifeSeconds = 3599
/** https://developers.google.com/identity/protocols/oauth2#expiration: not used for six months. */
const longestUnusedMs = 183 * 24 * 3_600_000

/** Who was let in to what, and by which token they prove it. */
export class Grants {
  readonly #world: World
  readonly #grants: Grant[] = []
  readonly #codes = new Map<string, Code>()
  readonly #accessTokens = new Map<string, AccessToken>()
  readonly #refreshTokens = new Map<string, Grant>()

  constructor(world: World) {
    this.#world = world
  }

  giveCode(consent: Consent): string {
    const code = `4/0${this.#world.chance.token(70)}`
    this.#codes.set(code, { ...consent, expiresAtMs: this.#nowMs() + codeLifeMs })
    return code
  }

  /** Each code once, also when what follows is refused. */
  takeCode(code: string): Consent | null {
    const consent = this.#codes.get(code)
    this.#codes.delete(code)
    return consent && consent.expiresAtMs > this.#nowMs() ? consent : null
  }

  /**
   * A refresh token comes only with `access_type=offline`
   * (https://developers.google.com/identity/protocols/oauth2/web-server#offline)
   * and, once given, again only with `prompt=consent` (PROVIDERS 1.1 U).
   */
  open({ app, store, scopes, isOffline, isForced }: Consent): Grant {
    const isKnown = [...this.#refreshTokens.values()].some(
      (grant) => grant.app === app && grant.store === store && this.isAlive(grant),
    )
    const stays = isOffline && (isForced || !isKnown)
    const grant: Grant = {
      app,
      store,
      scopes,
      refreshToken: stays ? `1//0${this.#world.chance.token(100)}` : null,
      accessEndCount: store.accessEndCount,
      isRevoked: false,
      lastUsedAt: this.#world.clock.now(),
    }
    this.#grants.push(grant)
    if (grant.refreshToken !== null) this.#refreshTokens.set(grant.refreshToken, grant)
    return grant
  }

  giveAccessToken(grant: Grant): string {
    const token = `ya29.a0${this.#world.chance.token(160)}`
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

  /** Using it keeps it alive. */
  useRefreshToken(token: string, app: App): Grant | null {
    const grant = this.#refreshTokens.get(token)
    if (!grant || grant.app !== app || !this.isAlive(grant)) return null
    grant.lastUsedAt = this.#world.clock.now()
    return grant
  }

  /**
   * Either token ends all that the person ever let the app do, however often they were asked:
   * "access to all of that authorization's scopes on behalf of the associated user are revoked
   * simultaneously" (https://developers.google.com/identity/protocols/oauth2/web-server#incrementalAuth).
   */
  revoke(token: string): Grant | null {
    const grant = this.#refreshTokens.get(token) ?? this.#accessTokens.get(token)?.grant
    if (!grant || !this.isAlive(grant)) return null
    for (const other of this.#grants)
      if (other.app === grant.app && other.store === grant.store) other.isRevoked = true
    return grant
  }

  isAlive({ store, accessEndCount, isRevoked, lastUsedAt }: Grant): boolean {
    const isUnused = this.#nowMs() - lastUsedAt.getTime() > longestUnusedMs
    return !isRevoked && !isUnused && store.accessEndSince(accessEndCount) === null
  }

  #nowMs(): number {
    return this.#world.clock.now().getTime()
  }
}
