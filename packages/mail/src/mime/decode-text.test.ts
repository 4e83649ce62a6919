import { expect, test } from 'vitest'
import { decodeQuotedPrintable, decodeText } from './decode-text.ts'

test.each([
  ['plain words', 'plain words'],
  ['=C3=9Cber', 'Über'],
  ['=c3=9cber', 'Über'],
  ['one =\r\nline', 'one line'],
  ['one =\nline', 'one line'],
  ['one =  \t\r\nline', 'one line'],
  ['the end=', 'the end'],
  ['1 = 1, =ZZ, =4', '1 = 1, =ZZ, =4'],
  ['==41', '=A'],
  ['', ''],
])('decodes %j to %j', (encoded, expected) => {
  expect(decodeQuotedPrintable(Buffer.from(encoded)).toString()).toBe(expected)
})

test.each([
  ['iso-8859-1', 'Grüße', 'latin1'],
  ['utf-16le', 'Grüße', 'utf16le'],
  ['us-ascii', 'Grüße', 'utf8'],
  ['no-such-charset', 'Grüße', 'latin1'],
  ['', 'Grüße', 'utf8'],
] as const)('decodes bytes labelled %s', (charset, text, encoding) => {
  expect(decodeText(Buffer.from(text, encoding), charset)).toBe(text)
})

test('the decoded text is always well-formed', () => {
  for (const charset of [
    'utf-8',
    'utf-16le',
    'iso-2022-jp',
    'gb18030',
    'shift_jis',
    'x-user-defined',
  ])
    expect(
      decodeText(Buffer.from([0x1b, 0xd8, 0x00, 0xff, 0xfe, 0xd8]), charset).isWellFormed(),
    ).toBe(true)
})
