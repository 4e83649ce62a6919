import { expect, test } from 'vitest'
import { fit, sanitise } from './terminal-text.ts'

test.each([
  ['text shorter than the width is padded', 'abc', 5, 'abc  '],
  ['text as long as the width stays', 'abcde', 5, 'abcde'],
  ['text longer than the width ends in an ellipsis', 'abcdef', 5, 'abcd…'],
  ['empty text becomes spaces', '', 3, '   '],
  ['several lines become one', 'a\r\nb', 5, 'a b  '],
  ['escape sequences lose their escape character', '\x1b[31mred', 8, '[31mred '],
  ['an invisible mark that reverses the text becomes a space', 'a\u202eb', 5, 'a b  '],
  ['a lone surrogate becomes a replacement character', 'a\ud800b', 5, 'a\ufffdb  '],
  ['a wide character takes two cells', '日本語', 5, '日本…'],
  ['a wide character that would exceed the width is left out', '日本語', 4, '日… '],
  ['a combining accent takes no cell', 'e\u0301te\u0301', 4, 'e\u0301te\u0301 '],
])('%s', (_name, text, width, line) => {
  expect(fit(text, width)).toBe(line)
})

test('sanitised text keeps everything except terminal control characters', () => {
  const name = `messages/${'long '.repeat(100)}`
  expect(sanitise(`${name}\x1b]0;title\x07\x9b2J\n\u202e\ud800.mbox`)).toBe(
    `${name} ]0;title 2J \ufffd.mbox`,
  )
})

test('only the beginning of a megabyte of text is processed', () => {
  expect(fit('x'.repeat(1_000_000), 4)).toBe('xxx…')
})
