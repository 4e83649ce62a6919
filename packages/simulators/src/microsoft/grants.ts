import type { Chance } from '../world/chance.ts'
import type { VirtualClock } from '../world/clock.ts'
import type { Account } from './accounts.ts'
import { LoginError } from './login-error.ts'
import type { Scope } from './scopes.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** "Typically they expire after about 10 minutes" (v2-oauth2-auth-code-flow). */
const codeLifeMs = 10 * minuteMs
/** Between 60 and 90 minutes at Microsoft (access-tokens, "Token lifetime"). */
export const accessTokenLifeMs = 60 * minuteMs
/** learn.microsoft.com/entra/identity-platform/refresh-tokens, "Token lifetime". */
const refreshTokenLifeMs = 90 * dayMs

/** What one person let one app do. */
export type Grant = {
  readonly account: Account
  readonly clientId: string
  readonly scopes: readonly Scope[]
  /** `accessEndCount` of the mailbox when it was given. */
  readonly accessEndsSeen: number
}

export type Code = {
  readonly grant: Grant
  readonly redirectUri: string
  readonly nonce: string | null
  /** S256, as the app sent it. */
  readonly challenge: string | null
}

type Issued<T> = T & { readonly issuedAt: Date }

/** Every code and token that was handed out, and what has become of it. */
export class Grants {
  readonly #clock: VirtualClock
  readonly #chance: Chance
  readonly #codes = new Map<string, Issued<Code & { isRedeemed: boolean }>>()
  readonly #accessTokens = new Map<string, Issued<{ grant: Grant }>>()
  readonly #refreshTokens = new Map<string, Issued<{ grant: Grant }>>()

  constructor(clock: VirtualClock, chance: Chance) {
    this.#clock = clock
    this.#chance = chance
  }

  issueCode(code: Code): string {
    const value = `M.C5${this.#chance.token(60)}`
    this.#codes.set(value, { ...code, isRedeemed: false, issuedAt: this.#clock.now() })
    return value
  }

  /** Gives what stands behind a code, once; `check` may refuse before it is used up. */
  redeemCode(value: string, check: (code: Code) => void): Code {
    const code = this.#codes.get(value)
    if (!code)
      throw new LoginError('invalid_grant', 70000, 'The provided authorization code is not valid.')
    if (code.isRedeemed)
      throw new LoginError(
        'invalid_grant',
        54005,
        'OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an existing refresh token.',
      )
    if (this.#ageMs(code) > codeLifeMs)
      throw new LoginError(
        'invalid_grant',
        70008,
        'The provided authorization code or refresh token has expired due to inactivity. Send a new interactive authorization request for this user and resource.',
      )
    check(code)
    code.isRedeemed = true
    return code
  }

  issueAccessToken(grant: Grant): string {
    const value = `EwB${this.#chance.token(90)}`
    this.#accessTokens.set(value, { grant, issuedAt: this.#clock.now() })
    return value
  }

  /** A new one never ends an older one: Microsoft "doesn't revoke old refresh tokens" (refresh-tokens). */
  issueRefreshToken(grant: Grant): string {
    const value = `M.R3${this.#chance.token(90)}`
    this.#refreshTokens.set(value, { grant, issuedAt: this.#clock.now() })
    return value
  }

  /** The grant behind a refresh token, for the app that holds it; throws in Microsoft's words. */
  loadByRefreshToken(value: string, clientId: string): Grant {
    const token = this.#refreshTokens.get(value)
    if (token?.grant.clientId !== clientId)
      throw new LoginError('invalid_grant', 70000, 'The provided refresh token is not valid.')
    const issuedAt = token.issuedAt.toISOString()
    // PROVIDERS 2.1, C.
    if (findEnd(token.grant) !== null)
      throw new LoginError(
        'invalid_grant',
        50173,
        `The provided grant has expired due to it being revoked, a fresh auth token is needed. The user might have changed or reset their password. The grant was issued on '${issuedAt}'.`,
      )
    if (this.#ageMs(token) > refreshTokenLifeMs)
      throw new LoginError(
        'invalid_grant',
        700082,
        `The refresh token has expired due to inactivity. The token was issued on ${issuedAt} and was inactive for 90.00:00:00.`,
      )
    return token.grant
  }

  /**
   * What an access token opens. A revoked one is dead at once; after a change of
   * password it lives until its hour is over (continuous access evaluation,
   * learn.microsoft.com/entra/identity/conditional-access/concept-continuous-access-evaluation,
   * is for apps that ask for it).
   */
  findByAccessToken(value: string): Grant | 'expired' | null {
    const token = this.#accessTokens.get(value)
    if (!token || findEnd(token.grant) === 'revoked') return null
    return this.#ageMs(token) < accessTokenLifeMs ? token.grant : 'expired'
  }

  #ageMs({ issuedAt }: { issuedAt: Date }): number {
    return this.#clock.now().getTime() - issuedAt.getTime()
  }
}

export function findEnd({ account, accessEndsSeen }: Grant) {
  return account.store.accessEndSince(accessEndsSeen)
}
