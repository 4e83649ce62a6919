import { Secret, TOTP } from 'otpauth'

/** What an authenticator app shows at a time. */
export function showCode(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
}
