/** A whole line with its line end, or a part of a line that is too long to buffer. */
export type LinePiece = { readonly bytes: Buffer; readonly startsLine: boolean }

/** Enough to recognise a line by its beginning. */
const maxBufferedBytes = 1_024
const lineFeed = 0x0a
const nothing = Buffer.alloc(0)

/**
 * Splits a stream into lines, one chunk at a time. Only the beginning of a line is buffered,
 * however long the line is.
 */
export async function* readLinePieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<LinePiece[]> {
  let buffered: Buffer = nothing
  let startsLine = true

  for await (const chunk of chunks) {
    const bytes = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    const pieces: LinePiece[] = []
    let start = 0
    let end = bytes.indexOf(lineFeed, buffered.length)
    while (end !== -1) {
      pieces.push({ bytes: bytes.subarray(start, end + 1), startsLine })
      startsLine = true
      start = end + 1
      end = bytes.indexOf(lineFeed, start)
    }
    buffered = bytes.subarray(start)
    if (buffered.length > maxBufferedBytes) {
      pieces.push({ bytes: buffered, startsLine })
      startsLine = false
      buffered = nothing
    }
    yield pieces
  }
  if (buffered.length > 0) yield [{ bytes: buffered, startsLine }]
}
