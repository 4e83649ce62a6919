import { createHash } from 'node:crypto'
import type { IdentityProvider } from '../../identity-provider.ts'
import {
  createGoogleOauth,
  OauthError,
  toGoogleUrls,
  type GoogleOauthOptions,
} from './google-oauth.ts'
import { findIdentity } from './id-token.ts'

/** https://developers.google.com/identity/openid-connect/openid-connect */
export function createGoogleIdentity(options: GoogleOauthOptions): IdentityProvider {
  const { clock, clientId } = options
  const oauth = createGoogleOauth(options)
  const urls = toGoogleUrls(options.oauthUrl)

  return {
    toAuthorizationUrl({ state, nonce, codeVerifier, redirectUrl }) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUrl,
        scope: 'openid email',
        prompt: 'select_account',
        state,
        nonce,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
      return `${urls.authorize}?${query}`
    },

    async redeemCode({ code, nonce, codeVerifier, redirectUrl }) {
      // Loaded first: if this fails, the code is still unused.
      const certs = await oauth.loadCerts()
      try {
        // The access token is not revoked: Google has one grant per person and app, so that would
        // end our access to a connected mailbox.
        const { id_token: idToken } = await oauth.requestToken({
          grant_type: 'authorization_code',
          code,
          code_verifier: codeVerifier,
          redirect_uri: redirectUrl,
        })
        if (typeof idToken !== 'string') return null
        return await findIdentity(idToken, { certs, clientId, nonce, now: clock.now() })
      } catch (error) {
        if (error instanceof OauthError && error.error === 'invalid_grant') return null
        throw error
      }
    },
  }
}
