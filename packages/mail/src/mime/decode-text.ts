import { isUtf8 } from 'node:buffer'

/**
 * Decodes valid UTF-8 as UTF-8, whatever `charset` says: wrong labels are common, and other text is
 * hardly ever valid UTF-8 by accident. With ESC or NUL in the bytes `charset` decides, because of
 * ISO-2022-JP and UTF-16.
 */
export function decodeText(bytes: Buffer, charset: string): string {
  const isValidUtf8 = isUtf8(bytes) && !bytes.includes(0x1b) && !bytes.includes(0)
  return toDecoder(isValidUtf8 ? 'utf-8' : charset).decode(bytes)
}

function toDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    // Unknown charset. In windows-1252 every byte is a character.
    return new TextDecoder('windows-1252')
  }
}

/** Leaves invalid sequences unchanged. */
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

/** -1000 if it is not a digit, so that any sum with it is negative. */
function toHexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1000
}

/** The start of the next line after a soft line break (`=` and blanks at the end), or -1. */
function findSoftLineEnd(bytes: Buffer, start: number): number {
  let at = start
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at++
  if (at === bytes.length) return at
  if (bytes[at] === 0x0d) at++
  return bytes[at] === 0x0a ? at + 1 : -1
}
