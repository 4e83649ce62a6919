import type { Json } from '../graph/json.ts'
import { LoginError, type Login } from './login.ts'

/** Exchanges a code for tokens. `null` if it is used, expired or forged. */
export async function redeemCode(
  login: Login,
  callback: {
    readonly code: string
    readonly codeVerifier: string
    readonly redirectUrl: string
  },
): Promise<Json | null> {
  try {
    return await login.requestToken({
      grant_type: 'authorization_code',
      code: callback.code,
      redirect_uri: callback.redirectUrl,
      code_verifier: callback.codeVerifier,
    })
  } catch (error) {
    if (error instanceof LoginError && isInvalidCode(error)) return null
    throw error
  }
}

/** The code in the callback URL can be forged, so a rejected code is not an error of ours. */
function isInvalidCode({ failure, error }: LoginError): boolean {
  if (failure === 'access-revoked') return true
  return failure === 'refused' && (error === 'invalid_grant' || error === 'invalid_request')
}
