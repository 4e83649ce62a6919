import type { VirtualClock } from '../../world/clock.ts'
import type { Random } from '../../world/random.ts'
import { dayMs, minuteMs } from '../../world/time.ts'
import type { Account } from './accounts.ts'
import { LoginError } from './login-error.ts'
import type { Scope } from './scopes.ts'

/**
 * Codes expire after about 10 minutes
 * (https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow).
 */
const codeLifeMs = 10 * minuteMs
/**
 * Microsoft chooses 60 to 90 minutes
 * (https://learn.microsoft.com/entra/identity-platform/access-tokens).
 */
export const accessTokenLifeMs = 60 * minuteMs
/** https://learn.microsoft.com/entra/identity-platform/refresh-tokens */
const refreshTokenLifeMs = 90 * dayMs

/** What one person allows one app to do. */
export type Grant = {
  readonly account: Account
  readonly clientId: string
  readonly scopes: readonly Scope[]
  /** `accessEndCount` of the mailbox when access was granted. */
  readonly accessEndCount: number
}

export type Code = {
  readonly grant: Grant
  readonly redirectUri: string
  readonly nonce: string | null
  /** The app's S256 code challenge. */
  readonly challenge: string | null
}

type Issued<T> = T & { readonly issuedAt: Date }

/** All issued codes and tokens, and their state. */
export class Grants {
  readonly #clock: VirtualClock
  readonly #random: Random
  readonly #codes = new Map<string, Issued<Code & { isRedeemed: boolean }>>()
  readonly #accessTokens = new Map<string, Issued<{ grant: Grant }>>()
  readonly #refreshTokens = new Map<string, Issued<{ grant: Grant }>>()

  constructor(clock: VirtualClock, random: Random) {
    this.#clock = clock
    this.#random = random
  }

  issueCode(code: Code): string {
    const value = `M.C5${this.#random.token(60)}`
    this.#codes.set(value, { ...code, isRedeemed: false, issuedAt: this.#clock.now() })
    return value
  }

  /** Redeems a code, once. If `check` throws, the code stays valid. */
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
    const value = `EwB${this.#random.token(90)}`
    this.#accessTokens.set(value, { grant, issuedAt: this.#clock.now() })
    return value
  }

  /**
   * Older refresh tokens stay valid
   * (https://learn.microsoft.com/entra/identity-platform/refresh-tokens).
   */
  issueRefreshToken(grant: Grant): string {
    const value = `M.R3${this.#random.token(90)}`
    this.#refreshTokens.set(value, { grant, issuedAt: this.#clock.now() })
    return value
  }

  /**
   * The grant of a refresh token. Throws Microsoft's error if the token is invalid for this app.
   */
  loadByRefreshToken(value: string, clientId: string): Grant {
    const token = this.#refreshTokens.get(value)
    if (token?.grant.clientId !== clientId)
      throw new LoginError('invalid_grant', 70000, 'The provided refresh token is not valid.')
    const issuedAt = token.issuedAt.toISOString()
    if (findAccessEnd(token.grant) !== null)
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
   * The grant of an access token. Revocation ends the token immediately. After a
   * password change it stays valid until it expires, because only apps that opt in get
   * https://learn.microsoft.com/entra/identity/conditional-access/concept-continuous-access-evaluation.
   */
  findByAccessToken(value: string): Grant | 'expired' | null {
    const token = this.#accessTokens.get(value)
    if (!token || findAccessEnd(token.grant) === 'revoked') return null
    return this.#ageMs(token) < accessTokenLifeMs ? token.grant : 'expired'
  }

  #ageMs({ issuedAt }: { issuedAt: Date }): number {
    return this.#clock.now().getTime() - issuedAt.getTime()
  }
}

export function findAccessEnd({ account, accessEndCount }: Grant) {
  return account.store.findAccessEndSince(accessEndCount)
}
