import { isUtf8 } from 'node:buffer'

/**
 * Text of a part by its charset. Bytes that are sound UTF-8 are read as that,
 * whatever the label says: mail is mislabelled more often than it is sound by
 * accident. ESC and NUL tell of the encodings that hide in seven bits
 * (ISO-2022-JP, UTF-16), and there the label counts.
 */
export function decodeText(bytes: Buffer, charset: string): string {
  const isSound = isUtf8(bytes) && !bytes.includes(0x1b) && !bytes.includes(0)
  return toDecoder(isSound ? 'utf-8' : charset).decode(bytes)
}

function toDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    // A charset nobody knows: every byte means something in this one.
    return new TextDecoder('windows-1252')
  }
}

/** What is not rightly encoded stays as it is. */
export function decodeQuotedPrintable(bytes: Buffer): Buffer {
  const decoded = Buffer.alloc(bytes.length)
  let length = 0
  let at = 0
  while (at < bytes.length) {
    const isEscape = bytes[at] === 0x3d
    const value = isEscape ? toHexDigit(bytes[at + 1]) * 16 + toHexDigit(bytes[at + 2]) : -1
    const softEnd = isEscape ? findSoftLineEnd(bytes, at + 1) : -1
    if (value >= 0) decoded[length++] = value
    else if (softEnd < 0) decoded[length++] = bytes[at] ?? 0
    at = value >= 0 ? at + 3 : Math.max(softEnd, at + 1)
  }
  return decoded.subarray(0, length)
}

/** Far below zero for what is none, so that no sum with it is a byte. */
function toHexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1000
}

/** Where a line goes on that ends in `=`, blanks behind it included; -1 where none ends. */
function findSoftLineEnd(bytes: Buffer, start: number): number {
  let at = start
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at++
  if (at === bytes.length) return at
  if (bytes[at] === 0x0d) at++
  return bytes[at] === 0x0a ? at + 1 : -1
}
