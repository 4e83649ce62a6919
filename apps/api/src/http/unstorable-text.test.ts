import { expect, test } from 'vitest'
import { refuseUnstorable } from './unstorable-text.ts'

test.each(['a\0b', '\ud800', 'a\udc00b'])('%j is refused at any depth', (text) => {
  for (const value of [text, [text], ['fine', { of: [text] }], { [text]: 'fine' }])
    expect(() => refuseUnstorable({ id: 1, notes: value })).toThrow(
      'The field notes contains characters that can’t be stored.',
    )
})

test.each([
  'text',
  'line\nbreak\ttab',
  '😀 日本',
  '\u0001',
  '%00',
  null,
  undefined,
  0,
  true,
  new Date(),
  [[], {}],
])('%j is accepted', (value) => {
  expect(() => refuseUnstorable({ notes: value })).not.toThrow()
})
