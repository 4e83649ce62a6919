/** A line with its end, or a part of one that is too long to be held. */
export type LinePiece = { readonly bytes: Buffer; readonly startsLine: boolean }

/** Enough to tell what a line is by its beginning. */
const mostHeldBytes = 1_024
const lineFeed = 0x0a
const nothing = Buffer.alloc(0)

/** The lines of a stream, a chunk's worth at a time. However long a line is, only its beginning is waited for. */
export async function* readLinePieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<LinePiece[]> {
  let held: Buffer = nothing
  let startsLine = true

  for await (const chunk of chunks) {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    const pieces: LinePiece[] = []
    let start = 0
    let end = bytes.indexOf(lineFeed, held.length)
    while (end !== -1) {
      pieces.push({ bytes: bytes.subarray(start, end + 1), startsLine })
      startsLine = true
      start = end + 1
      end = bytes.indexOf(lineFeed, start)
    }
    held = bytes.subarray(start)
    if (held.length > mostHeldBytes) {
      pieces.push({ bytes: held, startsLine })
      startsLine = false
      held = nothing
    }
    yield pieces
  }
  if (held.length > 0) yield [{ bytes: held, startsLine }]
}
