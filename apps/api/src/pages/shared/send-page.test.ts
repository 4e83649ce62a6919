import { expect, test } from 'vitest'
import { chooseEncoding } from './send-page.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.000', 'identity'],
  ['br;q=0.001', 'br'],
  ['identity', 'identity'],
  ['x-br, brotli', 'identity'],
  ['gzip;q=0,br;q=0', 'identity'],
  ['deflate,br', 'br'],
  [',,gzip ;q=1', 'gzip'],
  ['*', 'identity'],
])('a browser that accepts %j gets %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})
