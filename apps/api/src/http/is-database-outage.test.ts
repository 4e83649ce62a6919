import { expect, test } from 'vitest'
import { isDatabaseOutage } from './is-database-outage.ts'

const withCode = (code: string) => Object.assign(new Error('x'), { code })

test.each([
  withCode('ECONNREFUSED'),
  withCode('57P01'),
  withCode('53300'),
  withCode('40001'),
  new Error('timeout exceeded when trying to connect'),
  new Error('timeout expired'),
  new Error('query failed', { cause: withCode('ECONNRESET') }),
])('%s is a database outage', (error) => {
  expect(isDatabaseOutage(error)).toBe(true)
})

test.each([withCode('23505'), withCode('42P01'), new Error('x'), 'x', undefined])(
  '%s is not an outage',
  (error) => {
    expect(isDatabaseOutage(error)).toBe(false)
  },
)
