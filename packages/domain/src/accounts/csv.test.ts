import { expect, test } from 'vitest'
import { toCsvLine } from './csv.ts'

test.each([
  ['=cmd|calc', `'=cmd|calc`],
  ['+1 555 0100', `'+1 555 0100`],
  ['-2+3', `'-2+3`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `'\t'=1`],
  ['\r=1', `"'\r'=1"`],
  ['\n=1', `"'\n'=1"`],
  ['＝1+1', `'＝1+1`],
  [';=1', `;'=1`],
  ['Hi;=1+1', `Hi;'=1+1`],
  ['Hi\n@SUM(A1);x', `"Hi\n'@SUM(A1);x"`],
  ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
])('a spreadsheet does not run %j', (text, cell) => {
  expect(toCsvLine([text])).toBe(`${cell}\r\n`)
})

test.each<[unknown, string]>([
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  [-5, '-5'],
  [false, 'false'],
  [null, ''],
  [undefined, ''],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
  [['a', 'b'], '"[""a"",""b""]"'],
  [{ a: 1 }, '"{""a"":1}"'],
])('the value %j is written as %s', (value, cell) => {
  expect(toCsvLine([value])).toBe(`${cell}\r\n`)
})

test('cells are separated by commas', () => {
  expect(toCsvLine(['a', null, 1])).toBe('a,,1\r\n')
})
