import { CappedBytes } from './capped-bytes.ts'
import { readLinePieces } from './line-pieces.ts'

export type JsonLine = {
  readonly number: number
  readonly content: { readonly [key: string]: unknown } | 'too-long' | 'no-object'
}

const lineFeed = 0x0a

/**
 * Reads the objects of a JSON Lines stream. Blank lines are skipped but counted. A line beyond the
 * limit is reported as `too-long`.
 */
export async function* readJsonLines(
  chunks: AsyncIterable<Buffer>,
  maxLineBytes: number,
): AsyncGenerator<JsonLine> {
  const line = new CappedBytes(maxLineBytes)
  let number = 1

  for await (const pieces of readLinePieces(chunks))
    for (const { bytes } of pieces) {
      line.add(bytes)
      if (bytes.at(-1) !== lineFeed) continue
      yield* toJsonLine(number, line)
      number++
    }
  yield* toJsonLine(number, line)
}

function* toJsonLine(number: number, line: CappedBytes): Generator<JsonLine> {
  const isOver = line.isOver
  const bytes = line.take()
  if (isOver) yield { number, content: 'too-long' }
  else {
    // trim() also removes a byte order mark.
    const text = bytes.toString('utf8').trim()
    if (text !== '') yield { number, content: findObject(text) }
  }
}

function findObject(text: string): JsonLine['content'] {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : 'no-object'
  } catch {
    // One invalid line does not end the file.
    return 'no-object'
  }
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
