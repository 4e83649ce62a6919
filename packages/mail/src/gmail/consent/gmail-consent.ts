import { createHash } from 'node:crypto'
import type { Consent, Grant, Tokens } from '../../consent.ts'
import { MailError } from '../../mail-error.ts'
import {
  createGoogleOauth,
  OauthError,
  toGoogleUrls,
  type GoogleOauthOptions,
} from './google-oauth.ts'
import { findIdentity } from './id-token.ts'

/** The scopes as Google's answer names them. We ask for `email`, and the answer has its URL. */
const neededScopes = [
  'openid',
  'https://www.googleapis.com/auth/userinfo.email',
  'https://www.googleapis.com/auth/gmail.modify',
]

/** https://developers.google.com/identity/protocols/oauth2/web-server */
export function createGmailConsent(options: GoogleOauthOptions): Consent {
  const { clock, clientId } = options
  const oauth = createGoogleOauth(options)
  const urls = toGoogleUrls(options.oauthUrl)

  return {
    toAuthorizationUrl({ state, nonce, codeVerifier, redirectUrl, loginHint }) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUrl,
        scope: 'openid email https://www.googleapis.com/auth/gmail.modify',
        // Google sends a refresh token only with `offline` and `consent`, on the first consent and
        // on later ones. Without `select_account`, a browser that is signed in to one account
        // offers no other.
        access_type: 'offline',
        prompt: loginHint === undefined ? 'select_account consent' : 'consent',
        state,
        nonce,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(loginHint !== undefined && { login_hint: loginHint }),
      })
      return `${urls.authorize}?${query}`
    },

    readRefusal: ({ error }) => (/denied|consent/.test(error) ? 'denied' : 'failed'),

    // Administrators of Google Workspace allow apps in their own console.
    toAdminConsentUrl: () => null,

    async redeemCode({ code, nonce, codeVerifier, redirectUrl }) {
      // Loaded first: if this fails, the code is still unused and the user can try again.
      const certs = await oauth.loadCerts()
      let answer: TokenAnswer
      try {
        answer = readAnswer(
          await oauth.requestToken({
            grant_type: 'authorization_code',
            code,
            code_verifier: codeVerifier,
            redirect_uri: redirectUrl,
          }),
          clock.now(),
        )
      } catch (error) {
        if (error instanceof OauthError && error.error === 'invalid_grant')
          return { kind: 'invalid' }
        throw error
      }
      const grant = await findGrant(answer, { certs, nonce })
      if (!grant) await revokeUnused(answer.accessToken)
      if (!neededScopes.every((scope) => answer.scopes.includes(scope)))
        return { kind: 'partial', grant }
      return grant ? { kind: 'granted', grant } : { kind: 'invalid' }
    },

    async refresh(refreshToken) {
      const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
      const answer = readAnswer(await oauth.requestToken(form), clock.now())
      return toTokens(answer, answer.refreshToken ?? refreshToken)
    },

    revoke: (refreshToken) => oauth.revoke(refreshToken),
  }

  /** Ignores failures: we do not keep the token, and the user needs the result of the consent. */
  async function revokeUnused(accessToken: string): Promise<void> {
    await oauth.revoke(accessToken).catch((error: unknown) => {
      if (!(error instanceof MailError)) throw error
    })
  }

  async function findGrant(
    answer: TokenAnswer,
    { certs, nonce }: { readonly certs: Readonly<Record<string, unknown>>; readonly nonce: string },
  ): Promise<Grant | null> {
    const identity =
      answer.idToken &&
      (await findIdentity(answer.idToken, { certs, clientId, nonce, now: clock.now() }))
    // Without a refresh token, access would end with the access token after an hour.
    if (!identity || identity.address === '' || !answer.refreshToken) return null
    const { providerAccountId, address } = identity
    return { providerAccountId, address, tokens: toTokens(answer, answer.refreshToken) }
  }
}

type TokenAnswer = {
  readonly accessToken: string
  readonly expiresAt: Date
  readonly refreshToken: string | null
  readonly idToken: string | null
  readonly scopes: readonly string[]
}

function readAnswer(json: Readonly<Record<string, unknown>>, now: Date): TokenAnswer {
  const accessToken = findText(json['access_token'])
  const expiresInSeconds = Number(json['expires_in'])
  if (accessToken === null || !(expiresInSeconds > 0))
    throw new MailError('unavailable', 'malformed token')
  return {
    accessToken,
    expiresAt: new Date(now.getTime() + expiresInSeconds * 1000),
    refreshToken: findText(json['refresh_token']),
    idToken: findText(json['id_token']),
    scopes: (findText(json['scope']) ?? '').split(' '),
  }
}

function toTokens({ accessToken, expiresAt }: TokenAnswer, refreshToken: string): Tokens {
  return { accessToken, accessTokenExpiresAt: expiresAt, refreshToken }
}

function findText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
