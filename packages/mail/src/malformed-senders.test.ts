import { expect, test } from 'vitest'
import { findOnlyAddress, listNamedAddresses } from './address-headers.ts'
import { toMessage } from './mime/to-message.ts'

/** From lines that break the rules of RFC 5322 but still name exactly one person. */
const readable: readonly (readonly [header: string, name: string, address: string])[] = [
  // Unquoted commas and semicolons.
  ['Doe, John <john@x.com>', 'Doe, John', 'john@x.com'],
  ['Doe,John<john@x.com>', 'Doe,John', 'john@x.com'],
  ['Doe, John, Dr., MBA <john@x.com>', 'Doe, John, Dr., MBA', 'john@x.com'],
  ['Acme; Sales <pat@vendor.test>', 'Acme; Sales', 'pat@vendor.test'],
  ['Doe, John <john@x.com>,', 'Doe, John', 'john@x.com'],
  [', <john@x.com>', '', 'john@x.com'],
  // Parentheses, brackets and colons.
  ['Pat (Acme, Inc.) <pat@vendor.test>', 'Pat', 'pat@vendor.test'],
  ['Pat (Acme <pat@vendor.test>', 'Pat (Acme', 'pat@vendor.test'],
  ['Pat) <pat@vendor.test>', 'Pat)', 'pat@vendor.test'],
  ['John :) <john@x.com>', 'John :)', 'john@x.com'],
  ['Acme: Pat <pat@vendor.test>', 'Acme: Pat', 'pat@vendor.test'],
  ['Pat [Acme] <pat@vendor.test>', 'Pat [Acme]', 'pat@vendor.test'],
  ['Pat (née, Roe) Doe, Jr. <pat@vendor.test>', 'Pat (née, Roe) Doe, Jr.', 'pat@vendor.test'],
  // A missing bracket.
  ['Pat <pat@vendor.test', 'Pat', 'pat@vendor.test'],
  ['Doe, John <john@x.com', 'Doe, John', 'john@x.com'],
  ['Pat pat@vendor.test', 'Pat', 'pat@vendor.test'],
  // Encoded words around commas, and with a raw comma inside.
  ['=?utf-8?Q?Doe?=, =?utf-8?Q?J=C3=B6hn?= <john@x.com>', 'Doe, Jöhn', 'john@x.com'],
  ['=?utf-8?Q?Doe,_J=C3=B6hn?= <john@x.com>', 'Doe, Jöhn', 'john@x.com'],
  ['=?utf-8?B?RG9lLCBKb2hu?= <john@x.com>', 'Doe, John', 'john@x.com'],
  ['=?utf-8?Q?Doe=2C?= =?utf-8?Q?_John?= <john@x.com>', 'Doe, John', 'john@x.com'],
  // Quotes.
  ['“Pat, Inc.” <pat@vendor.test>', '“Pat, Inc.”', 'pat@vendor.test'],
  ['„Acme, GmbH“ <pat@vendor.test>', '„Acme, GmbH“', 'pat@vendor.test'],
  ['"Doe", John <john@x.com>', 'Doe, John', 'john@x.com'],
  ['Doe, "John <3" <john@x.com>', 'Doe, John <3', 'john@x.com'],
  ["'Pat, Inc.' <pat@vendor.test>", "'Pat, Inc.'", 'pat@vendor.test'],
  ['"pat@vendor.test"', '', 'pat@vendor.test'],
  // International.
  ['Doe, John <john@bücher.test>', 'Doe, John', 'john@xn--bcher-kva.test'],
  ['山田, 太郎 <taro@例え.test>', '山田, 太郎', 'taro@xn--r8jz45g.test'],
  // Addresses that RFC 5321 forbids but Japanese phone companies hand out.
  ['john.@x.com', '', 'john.@x.com'],
  ['j..ohn@x.com', '', 'j..ohn@x.com'],
  // Control characters in the name.
  ['Doe,\u0007 John\u202e <john@x.com>', 'Doe,  John', 'john@x.com'],
  ['Doe,\tJohn <john@x.com>', 'Doe, John', 'john@x.com'],
]

/** From lines that mail programs could read in two ways, or in none. */
const unreadable: readonly string[] = [
  '',
  ' ',
  ',',
  '<>',
  'Doe, John <>',
  'Doe, John',
  'Doe, John john@x.com',
  'Doe, John (john@x.com)',
  'undisclosed-recipients:;',
  'undisclosed recipients',
  'Undisclosed, Sender <undisclosed>',
  'MAILER-DAEMON',
  // Several people.
  'ann@example.com, John <john@x.com>',
  'John <john@x.com>, ann@example.com',
  'Ann <ann@example.com>, John <john@x.com>',
  'Ann <ann@example.com> on behalf of <pat@vendor.test>',
  '"ann@example.com", John <john@x.com>',
  '"Ann <ann@example.com>", John <john@x.com>',
  'John, ann@example.com <john@x.com>',
  '=?utf-8?Q?ann=40example.com,?= John <john@x.com>',
  '=?utf-8?B?YW5uQGV4YW1wbGUuY29t?=, John <john@x.com>',
  'Pat (ann@example.com <john@x.com>',
  // Groups.
  'Team: Pat <pat@vendor.test>;',
  'Team: Pat <pat@vendor.test>, Bo <bo@vendor.test>;',
  'A: B: Pat <pat@vendor.test>;;',
  // Quotes that do not close, or that hold the address.
  '"Pat <pat@vendor.test>',
  '"Pat <pat@vendor.test>"',
  'Doe, "John <john@x.com>',
  'Doe, John" <john@x.com>',
  '"Doe, John <john@x.com>" x',
  "'pat@vendor.test'",
  // Brackets.
  '<<john@x.com>>',
  'John <John <john@x.com>>',
  'Doe, John >john@x.com<',
  'Doe, John <john@x.com via Acme',
  // No address, or a broken one.
  'Doe, John <john>',
  'Doe, John <@x.com>',
  'Doe, John <john@>',
  'Doe, John <ann@example.com@x.com>',
  'ann@example.com@x.com',
  'Doe, John <john@x.com.>',
  'john@x.com.',
  'Doe, John <john@.x.com>',
  'Doe, John <john@x..com>',
  'Doe, John <john @x.com>',
  'Doe, John <mailto:john@x.com>',
  'Doe, John <jo\u0007hn@x.com>',
  'Doe, John <john@x.com\0.evil.test>',
  'Doe, John <john@ｅxample.com>',
  'Doe, John <john@[127.0.0.1]>',
  // Too long.
  `${'Doe, '.repeat(400)}John <john@x.com>`,
  `Doe, John <${'j'.repeat(250)}@x.com>`,
]

test.each(readable)('%j names one sender', (header, name, address) => {
  expect(findOnlyAddress([header])).toEqual({ name, address })
})

test.each(unreadable)('%j names no sender', (header) => {
  expect(findOnlyAddress([header])).toBeNull()
})

test('a From header that occurs twice names no sender, whatever it says', () => {
  for (const [header] of readable)
    for (const another of [header, 'pat@vendor.test', ''])
      expect(findOnlyAddress([header, another])).toBeNull()
})

test.each([
  ['Doe, John <john@x.com>, Ann <ann@example.com>', ['john@x.com', 'ann@example.com']],
  ['Pat (Acme <pat@vendor.test>, ann@example.com', ['pat@vendor.test']],
  ['ann@example.com, Pat (Acme <pat@vendor.test>', ['ann@example.com', 'pat@vendor.test']],
  ['<<ann@example.com>>, <pat@vendor.test>', ['ann@example.com', 'pat@vendor.test']],
  ['"Bo <bo@x.com>" <ann@example.com>', ['ann@example.com']],
  ['Ann <ann@example.com>, Ann <ann@example.com>', ['ann@example.com', 'ann@example.com']],
  ['undisclosed-recipients:;', []],
  ['Doe, John', []],
  ['', []],
])('in To, Cc and Reply-To, %j names %j', (header, addresses) => {
  expect(listNamedAddresses([header]).map(({ address }) => address)).toEqual(addresses)
})

test('an unreadable Reply-To is not taken for the sender', () => {
  const headers = (replyTo: string) =>
    [
      ['From', 'Doe, John <john@x.com>'],
      ['Reply-To', replyTo],
    ] as const
  const replyTo = (value: string) => toMessage(headers(value), []).replyTo?.address
  expect(replyTo('Doe, John <john@x.com>')).toBe('john@x.com')
  expect(replyTo('Doe, John <desk@x.com>')).toBe('desk@x.com')
  expect(replyTo('John (Acme <spy@y.com>')).toBe('spy@y.com')
  expect(replyTo('Doe, John')).toBe('')
})
