import { expect, test } from 'vitest'
import { fit, toHarmless } from './terminal-text.ts'

test.each([
  ['shorter', 'abc', 5, 'abc  '],
  ['as long', 'abcde', 5, 'abcde'],
  ['longer', 'abcdef', 5, 'abcd…'],
  ['empty', '', 3, '   '],
  ['several lines', 'a\r\nb', 5, 'a b  '],
  ['escape sequences', '\x1b[31mred', 8, '[31mred '],
  ['reversed by a hidden mark', 'a\u202eb', 5, 'a b  '],
  ['lone surrogates', 'a\ud800b', 5, 'a\ufffdb  '],
  ['wide letters', '日本語', 5, '日本…'],
  ['a wide letter that would stick out', '日本語', 4, '日… '],
  ['accents of their own', 'e\u0301te\u0301', 4, 'e\u0301te\u0301 '],
])('%s', (_name, text, width, line) => {
  expect(fit(text, width)).toBe(line)
})

test('a harmless text is all of it, without what could command the terminal', () => {
  const name = `mails/${'long '.repeat(100)}`
  expect(toHarmless(`${name}\x1b]0;title\x07\x9b2J\n\u202e\ud800.mbox`)).toBe(
    `${name} ]0;title 2J \ufffd.mbox`,
  )
})

test('a megabyte costs no more than its beginning', () => {
  expect(fit('x'.repeat(1_000_000), 4)).toBe('xxx…')
})
