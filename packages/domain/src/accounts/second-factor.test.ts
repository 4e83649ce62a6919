import { describe, expect, test } from 'vitest'
import { formatRecoveryCode, readCode, recoveryCodeBytes } from './second-factor.ts'

describe('a recovery code', () => {
  const bytes = Uint8Array.from({ length: recoveryCodeBytes }, (_, index) => 255 - index * 25)
  const shown = formatRecoveryCode(bytes)

  test('has 16 characters in groups of four, none of which look alike', () => {
    expect(shown).toMatch(/^(?:[\dA-HJKMNP-TV-Z]{4}-){3}[\dA-HJKMNP-TV-Z]{4}$/)
    expect(formatRecoveryCode(new Uint8Array(recoveryCodeBytes))).toBe('0000-0000-0000-0000')
    expect(formatRecoveryCode(new Uint8Array(recoveryCodeBytes).fill(255))).toBe(
      'ZZZZ-ZZZZ-ZZZZ-ZZZZ',
    )
  })

  test('differs for every bit that is set', () => {
    const codes = Array.from({ length: recoveryCodeBytes * 8 }, (_, bit) => {
      const one = new Uint8Array(recoveryCodeBytes)
      one[bit >> 3] = 1 << (bit & 7)
      return formatRecoveryCode(one)
    })
    expect(new Set(codes).size).toBe(recoveryCodeBytes * 8)
  })

  test.each([
    shown,
    shown.toLowerCase(),
    shown.replaceAll('-', ''),
    shown.replaceAll('-', ' '),
    ` ${shown.replaceAll('-', ' – ')}\n`,
  ])('is read however it is typed: %j', (typed) => {
    expect(readCode(typed)).toEqual({ kind: 'recovery-code', code: shown.replaceAll('-', '') })
  })

  test('is read with letters in place of the digits that they look like', () => {
    expect(readCode('oO00-iI11-lL22-3333')).toEqual({
      kind: 'recovery-code',
      code: '0000111111223333',
    })
  })
})

test.each(['123456', '123 456', ' 123456 ', '123-456'])('%j is a code of an app', (typed) => {
  expect(readCode(typed)).toEqual({ kind: 'totp', code: '123456' })
})

test.each([
  '',
  '12345',
  '1234567',
  '12345a',
  '１２３４５６',
  'UUUU-UUUU-UUUU-UUUU',
  'x'.repeat(1e6),
])('other text is not a code', (typed) => {
  expect(readCode(typed)).toBeNull()
})
