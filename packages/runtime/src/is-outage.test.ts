import { expect, test } from 'vitest'
import { isOutage } from './is-outage.ts'

const coded = (code: string) => Object.assign(new Error('x'), { code })

test.each([
  coded('ECONNREFUSED'),
  coded('57P01'),
  coded('53300'),
  coded('40001'),
  new Error('timeout exceeded when trying to connect'),
  new Error('query failed', { cause: coded('ECONNRESET') }),
])('F75: %s is an outage', (error) => {
  expect(isOutage(error)).toBe(true)
})

test.each([coded('23505'), coded('42P01'), new Error('x'), 'x', undefined])(
  '%s is not',
  (error) => {
    expect(isOutage(error)).toBe(false)
  },
)
