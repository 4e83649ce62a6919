/**
 * Text of a header: plain ASCII unchanged, other text as encoded words of at most 75 characters
 * (RFC 2047).
 */
export function toHeaderText(text: string): string {
  if (isPlain(text)) return text
  const words = ['']
  // The lengths of the last word, counted instead of encoding it again with every character.
  let [bytes, quoted] = [0, 0]
  for (const character of text) {
    const ownBytes = Buffer.byteLength(character)
    const ownQuoted = /[A-Za-z0-9!*+/ -]/.test(character) ? 1 : 3 * ownBytes
    bytes += ownBytes
    quoted += ownQuoted
    const length = '=?utf-8?Q??='.length + Math.min(quoted, 4 * Math.ceil(bytes / 3))
    if (length <= maxWordLength) words[words.length - 1] += character
    else {
      words.push(character)
      ;[bytes, quoted] = [ownBytes, ownQuoted]
    }
  }
  return words.map(toWord).join(' ')
}

/** Folds a header at its spaces into lines of at most 78 characters (RFC 5322, 2.2.3). */
export function fold(header: string): string {
  const lines = ['']
  for (const word of header.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line.trim() === '') lines[lines.length - 1] = line + word
    else if (line.length + 1 + word.length > maxLineLength) lines.push(` ${word}`)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join('\r\n')
}

export type EncodedBody = {
  readonly encoding: '7bit' | 'quoted-printable' | 'base64'
  readonly content: string
}

/**
 * A text body: unchanged if it is short-lined ASCII, otherwise in the shorter of two encodings (RFC
 * 2045).
 */
export function encodeBody(text: string): EncodedBody {
  const lines = text.split(/\r?\n/)
  if (isPlain(lines.join('')) && lines.every((line) => line.length <= maxLineLength))
    return { encoding: '7bit', content: lines.join('\r\n') }
  const quoted = lines.map(toQuotedLine).join('\r\n')
  const base64 = Buffer.from(lines.join('\r\n')).toString('base64')
  return quoted.length <= base64.length
    ? { encoding: 'quoted-printable', content: quoted }
    : { encoding: 'base64', content: base64.replace(/.{1,76}(?=.)/g, '$&\r\n') }
}

const maxWordLength = 75
const maxLineLength = 78

function isPlain(text: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(text)
}

/** In the shorter encoding: Q for mostly Latin text, B for other text. */
function toWord(text: string): string {
  const quoted = toQuoted(text, /[^A-Za-z0-9!*+/-]/g).replaceAll('=20', '_')
  const base64 = Buffer.from(text).toString('base64')
  return quoted.length <= base64.length ? `=?utf-8?Q?${quoted}?=` : `=?utf-8?B?${base64}?=`
}

function toQuotedLine(line: string): string {
  const quoted = toQuoted(line, /[^\t\x20-<>-~]/g)
    .replace(/ $/, '=20')
    .replace(/\t$/, '=09')
  // Never split `=C3`. One column stays free for the `=` of a soft line break.
  return quoted.match(/.{1,75}(?<!=|=.)/g)?.join('=\r\n') ?? ''
}

const quotedBytes = Array.from(
  { length: 256 },
  (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
)

function toQuoted(text: string, unsafe: RegExp): string {
  return Buffer.from(text)
    .toString('latin1')
    .replace(unsafe, (byte) => quotedBytes[byte.charCodeAt(0)] ?? '')
}
