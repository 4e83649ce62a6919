import { CappedBytes } from './capped-bytes.ts'
import { readLinePieces } from './line-pieces.ts'

const from = Buffer.from('From ')
const quoteMark = 0x3e
const time = /\d\d:\d\d/
/** Only the beginning of a line is examined: longer lines may come in pieces. */
const maxEnvelopeBytes = 1_000

/**
 * Reads the messages of an mbox file one at a time. A message begins with an envelope line
 * `From …` after a blank line; inside a message such a line is quoted as `>From …` (mboxrd). Some
 * programs don't quote, so after the first message an envelope line must also contain a time
 * ("From Rome we went on" is text). Bytes of a message beyond the limit are dropped.
 */
export async function* readMbox(
  chunks: AsyncIterable<Buffer>,
  maxMessageBytes: number,
): AsyncGenerator<Buffer> {
  const message = new CappedBytes(maxMessageBytes)
  let isInMessage = false
  let isAfterBlank = true

  for await (const pieces of readLinePieces(chunks))
    for (const { bytes, startsLine } of pieces) {
      const isBlank = startsLine && isBlankLine(bytes)
      if (startsLine && isAfterBlank && isEnvelope(bytes, !isInMessage)) {
        if (isInMessage) yield message.take()
        isInMessage = true
      } else if (isInMessage || !isBlank) {
        isInMessage = true
        message.add(startsLine ? unquoteFrom(bytes) : bytes)
      }
      isAfterBlank = isBlank
    }
  if (isInMessage) yield message.take()
}

function isBlankLine(line: Buffer): boolean {
  return line.length <= 2 && (line[0] === 0x0a || (line[0] === 0x0d && line[1] === 0x0a))
}

function isEnvelope(line: Buffer, isFirst: boolean): boolean {
  return (
    startsWithFrom(line, 0) && (isFirst || time.test(line.toString('latin1', 0, maxEnvelopeBytes)))
  )
}

function startsWithFrom(line: Buffer, at: number): boolean {
  return line[at] === from[0] && line.subarray(at, at + from.length).equals(from)
}

function unquoteFrom(line: Buffer): Buffer {
  if (line[0] !== quoteMark) return line
  const at = line.findIndex((byte) => byte !== quoteMark)
  return startsWithFrom(line, at) ? line.subarray(1) : line
}
