import { expect, test } from 'vitest'
import { findPasswordFault } from './password-fault.ts'

test('a password that is too short is reported before a wrong confirmation', () => {
  expect(findPasswordFault('1234567', 'other')?.title).toBe('Password too short')
})

test('eight characters are enough if both entries match', () => {
  expect(findPasswordFault('12345678', '12345678')).toBeNull()
  expect(findPasswordFault('12345678', '12345679')).toMatchObject({ field: 'confirmation' })
})
