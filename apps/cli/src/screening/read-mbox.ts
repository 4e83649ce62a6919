import { CappedBytes } from './capped-bytes.ts'
import { readLinePieces } from './line-pieces.ts'

const from = Buffer.from('From ')
const quoteMark = 0x3e
const time = /\d\d:\d\d/
/** A longer line may come in pieces. */
const longestEnvelope = 1_000

/**
 * The mails of an mbox, one at a time, in the memory of one. A mail begins
 * with an envelope line `From …` after a blank line; `>From …` is such a line
 * of the mail's own (mboxrd). Not every program quotes those, so that amid
 * mails a line without a time is none. The tail of a mail beyond the limit is
 * dropped.
 */
export async function* readMbox(
  chunks: AsyncIterable<Buffer>,
  maxMailBytes: number,
): AsyncGenerator<Buffer> {
  const mail = new CappedBytes(maxMailBytes)
  let isInMail = false
  let isAfterBlank = true

  for await (const pieces of readLinePieces(chunks))
    for (const { bytes, startsLine } of pieces) {
      const isBlank = startsLine && isBlankLine(bytes)
      if (startsLine && isAfterBlank && isEnvelope(bytes, !isInMail)) {
        if (isInMail) yield mail.take()
        isInMail = true
      } else if (isInMail || !isBlank) {
        isInMail = true
        mail.add(startsLine ? unquoteFrom(bytes) : bytes)
      }
      isAfterBlank = isBlank
    }
  if (isInMail) yield mail.take()
}

function isBlankLine(line: Buffer): boolean {
  return line.length <= 2 && (line[0] === 0x0a || (line[0] === 0x0d && line[1] === 0x0a))
}

function isEnvelope(line: Buffer, isFirst: boolean): boolean {
  return (
    startsWithFrom(line, 0) && (isFirst || time.test(line.toString('latin1', 0, longestEnvelope)))
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
