import { expect, test } from 'vitest'
import { formatMoney } from './format-bill.ts'

test.each([
  [900, 'usd', '$9.00'],
  [9_000, 'usd', '$90.00'],
  [123_456, 'eur', '€1,234.56'],
  [900, 'jpy', '¥900'],
])('formatMoney writes %i %s as %s', (amount, currency, written) => {
  expect(formatMoney(amount, currency)).toBe(written)
})
