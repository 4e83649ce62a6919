import { createHash } from 'node:crypto'
import type { IdentityProvider } from '../../identity-provider.ts'
import { findText } from '../graph/json.ts'
import { createIdTokens } from './id-token.ts'
import { createLogin, type LoginOptions } from './login.ts'
import { redeemCode } from './redeem-code.ts'

/** https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc */
export function createMicrosoftIdentity(options: LoginOptions): IdentityProvider {
  const { loginUrl, clientId, clock } = options
  const login = createLogin(options)
  const idTokens = createIdTokens({ loginUrl, clientId, clock, load: login.load })

  return {
    toAuthorizationUrl({ state, nonce, codeVerifier, redirectUrl }) {
      const parameters = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        response_mode: 'query',
        redirect_uri: redirectUrl,
        // Without `profile` the id token does not say who it is.
        scope: 'openid profile email',
        prompt: 'select_account',
        state,
        nonce,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
      return `${loginUrl}/common/oauth2/v2.0/authorize?${parameters}`
    },

    async redeemCode({ nonce, ...callback }) {
      await idTokens.prepare()
      const answer = await redeemCode(login, callback)
      const idToken = answer && findText(answer, 'id_token')
      const identity = idToken ? await idTokens.findIdentity(idToken, nonce) : null
      if (!identity) return null
      const { providerAccountId, address, isAddressTrusted } = identity
      return { providerAccountId, address, isAddressTrusted }
    },
  }
}
