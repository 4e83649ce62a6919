/** What a user may be asked for after the password. */
export const secondFactors = ['totp', 'passkey', 'recovery-code'] as const
export type SecondFactor = (typeof secondFactors)[number]

export const recoveryCodeCount = 10
/** 80 random bits: too many to guess, even with a copy of the hashes. */
export const recoveryCodeBytes = 10

export const maxPasskeys = 20
export const maxPasskeyNameLength = 60

/** Crockford's base 32: digits and letters without those that look alike. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Ten bytes in this alphabet. */
const recoveryCodePattern = /^[\dA-HJKMNP-TV-Z]{16}$/

/** A recovery code as users see it: 16 characters in groups of four. */
export function formatRecoveryCode(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)])
  return (letters.join('').match(/.{4}/g) ?? []).join('-')
}

export type EnteredCode = { readonly kind: 'totp' | 'recovery-code'; readonly code: string }

/**
 * A code as the user typed it: six digits from an app, or a recovery code. Case, spaces and dashes
 * don't matter, and letters that look like digits are read as such. `null` if it is neither.
 */
export function readCode(typed: string): EnteredCode | null {
  const code = typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
  if (/^\d{6}$/.test(code)) return { kind: 'totp', code }
  const recoveryCode = code.replace(/O/g, '0').replace(/[IL]/g, '1')
  return recoveryCodePattern.test(recoveryCode)
    ? { kind: 'recovery-code', code: recoveryCode }
    : null
}
