import { expect, test } from 'vitest'
import { collect, inChunks } from '../../testing/fake-chunks.ts'
import { readLinePieces } from './line-pieces.ts'

test.each([
  ['empty input', '', []],
  ['a line without a line end', 'a', ['a']],
  ['one line', 'a\n', ['a\n']],
  ['a blank line', '\n', ['\n']],
  ['input with both kinds of line end', 'a\r\n\nb', ['a\r\n', '\n', 'b']],
])('%s is split into the same lines for every chunk size', async (_name, text, lines) => {
  for (const chunkBytes of [1, 2, 100])
    expect(await piecesOf(text, chunkBytes)).toEqual(
      lines.map((line) => ({ text: line, startsLine: true })),
    )
})

test('a line too long to buffer comes in pieces, and only the first one starts the line', async () => {
  const pieces = await piecesOf(`${'x'.repeat(5_000)}\nnext\n`, 1_500)
  expect(pieces.map(({ startsLine }) => startsLine)).toEqual([true, false, false, false, true])
  expect(pieces.map(({ text }) => text).join('')).toBe(`${'x'.repeat(5_000)}\nnext\n`)
})

async function piecesOf(text: string, chunkBytes: number) {
  const pieces = (await collect(readLinePieces(inChunks(text, chunkBytes)))).flat()
  return pieces.map(({ bytes, startsLine }) => ({ text: bytes.toString(), startsLine }))
}
