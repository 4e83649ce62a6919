import { createHash } from 'node:crypto'
import type { Consent, Tokens } from '../../consent.ts'
import { MailError } from '../../mail-error.ts'
import { createIdTokens } from './id-token.ts'
import { findText, readText, type Json } from '../graph/json.ts'
import { createLogin, type LoginOptions } from './login.ts'
import { readRefusal } from './read-refusal.ts'
import { redeemCode } from './redeem-code.ts'

const identityScopes = ['openid', 'profile', 'email', 'offline_access']
const mailScopes = ['User.Read', 'Mail.ReadWrite', 'Mail.Send']
const scope = [...identityScopes, ...mailScopes].join(' ')

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow */
export function createMicrosoftConsent(options: LoginOptions): Consent {
  const { loginUrl, clientId, clock } = options
  const login = createLogin(options)
  const idTokens = createIdTokens({ loginUrl, clientId, clock, load: login.load })

  return {
    toAuthorizationUrl({ state, nonce, codeVerifier, redirectUrl, loginHint }) {
      const parameters = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        response_mode: 'query',
        redirect_uri: redirectUrl,
        scope,
        state,
        nonce,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(loginHint === undefined ? { prompt: 'select_account' } : { login_hint: loginHint }),
      })
      return `${loginUrl}/common/oauth2/v2.0/authorize?${parameters}`
    },

    readRefusal,

    // `organizations`, because the refusal does not name the organisation. The administrator's
    // sign-in does.
    toAdminConsentUrl({ redirectUrl }) {
      const parameters = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUrl,
        scope,
      })
      return `${loginUrl}/organizations/v2.0/adminconsent?${parameters}`
    },

    async redeemCode({ nonce, ...callback }) {
      await idTokens.prepare()
      const answer = await redeemCode(login, callback)
      if (!answer) return { kind: 'invalid' }
      const idToken = findText(answer, 'id_token')
      const refreshToken = findText(answer, 'refresh_token')
      // Nothing to revoke: Microsoft has no call for that. The tokens are dropped.
      if (idToken === null || refreshToken === null || !hasMailScopes(answer))
        return { kind: 'partial', grant: null }
      const identity = await idTokens.findIdentity(idToken, nonce)
      if (!identity || identity.mailboxAddress === '') return { kind: 'invalid' }
      const { providerAccountId, mailboxAddress: address } = identity
      const tokens = toTokens(answer, refreshToken, clock.now())
      return { kind: 'granted', grant: { providerAccountId, address, tokens } }
    },

    async refresh(refreshToken) {
      const answer = await login.requestToken({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      })
      // Microsoft sends a new refresh token each time. The old one stays valid, so a lost answer
      // does no harm.
      return toTokens(answer, findText(answer, 'refresh_token') ?? refreshToken, clock.now())
    },

    // Microsoft has no call for it. Users withdraw consent in their account settings.
    async revoke() {},
  }
}

/** Microsoft does not list `offline_access`. The refresh token shows that it was granted. */
function hasMailScopes(answer: Json): boolean {
  const granted = (findText(answer, 'scope') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .map((name) => name.slice(name.lastIndexOf('/') + 1))
  return mailScopes.every((name) => granted.includes(name.toLowerCase()))
}

function toTokens(answer: Json, refreshToken: string, now: Date): Tokens {
  const expiresInSeconds = Number(answer['expires_in'])
  if (!(expiresInSeconds > 0)) throw new MailError('unavailable', 'malformed-expires_in')
  return {
    accessToken: readText(answer, 'access_token'),
    accessTokenExpiresAt: new Date(now.getTime() + expiresInSeconds * 1000),
    refreshToken,
  }
}
