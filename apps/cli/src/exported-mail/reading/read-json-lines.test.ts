import { expect, test } from 'vitest'
import { collect, inChunks } from '../../testing/fake-chunks.ts'
import { readJsonLines } from './read-json-lines.ts'

const one = { number: 1, content: { a: 1 } }

test.each([
  ['empty input', '', []],
  ['a line', '{"a":1}\n', [one]],
  ['a line without a line end', '{"a":1}', [one]],
  ['a line that ends in CRLF', '{"a":1}\r\n', [one]],
  ['a line after a byte order mark', '\ufeff{"a":1}\n', [one]],
  [
    'input with blank lines, which are numbered too,',
    '{"a":1}\n\n \r\n{"b":2}',
    [one, { number: 4, content: { b: 2 } }],
  ],
  [
    'a line with characters of several bytes',
    '{"a":"ß🙂"}',
    [{ number: 1, content: { a: 'ß🙂' } }],
  ],
  [
    'a line that is cut off',
    '{"a":\n{"a":1}',
    [
      { number: 1, content: 'no-object' },
      { ...one, number: 2 },
    ],
  ],
  [
    'a line that is not an object',
    '[1]\n"a"\nnull\n7',
    [1, 2, 3, 4].map((number) => ({ number, content: 'no-object' })),
  ],
])('%s is read the same for every chunk size', async (_name, text, lines) => {
  for (const chunkBytes of [1, 3, 1_000])
    expect(await collect(readJsonLines(inChunks(text, chunkBytes), 1_000))).toEqual(lines)
})

test('bytes that are not UTF-8 become replacement characters and leave the line readable', async () => {
  const line = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')])
  expect(await collect(readJsonLines(inChunks(line, 5), 100))).toEqual([
    { number: 1, content: { a: '\ufffd' } },
  ])
})

test('a line beyond the limit is reported, and the next one is complete', async () => {
  const text = `{"a":"${'x'.repeat(9_000)}"}\n{"a":1}`
  expect(await collect(readJsonLines(inChunks(text, 512), 1_000))).toEqual([
    { number: 1, content: 'too-long' },
    { ...one, number: 2 },
  ])
})
