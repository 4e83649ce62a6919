import { expect, test } from 'vitest'
import { toMessage } from './to-message.ts'

const from = ['From', 'Pat <pat@vendor.test>'] as const

test.each([
  ['none', [], null],
  ['the sender', ['pat@vendor.test'], 'pat@vendor.test'],
  ['another', ['desk@vendor.test'], 'desk@vendor.test'],
  ['the sender and another', ['pat@vendor.test, spy@other.test'], 'spy@other.test'],
  [
    'the sender and another, in two headers',
    ['pat@vendor.test', 'spy@other.test'],
    'spy@other.test',
  ],
  ['no address', ['nonsense'], ''],
  ['an empty group', ['Group:;'], ''],
])('Reply-To: %s', (_case, values, address) => {
  const headers = values.map((value) => ['Reply-To', value] as const)
  expect(toMessage([from, ...headers], []).replyTo?.address ?? null).toBe(address)
})

test('unfolds headers', () => {
  const { headers } = toMessage([['References', '<1@x>\r\n <2@x>']], [])
  expect(headers.get('references')).toBe('<1@x>  <2@x>')
})

test('keeps headers up to 64 KB and drops those that do not fit', () => {
  const { headers, subject } = toMessage(
    [
      ['X-Long', 'x'.repeat(100_000)],
      ['Subject', 'still here'],
      ...Array.from({ length: 10_000 }, () => ['X-Line', 'y'.repeat(94)] as const),
    ],
    [],
  )
  expect(subject).toBe('still here')
  expect(headers.has('x-long')).toBe(false)
  expect(headers.all('x-line').length).toBeLessThanOrEqual(655)
  expect(headers.all('x-line').every((value) => value.length === 94)).toBe(true)
})

test('replaces a lone surrogate', () => {
  const { subject, headers } = toMessage([['Subject', 'a\ud800b']], [])
  expect(subject).toBe('a\ufffdb')
  expect(headers.get('subject')).toBe('a\ufffdb')
})
