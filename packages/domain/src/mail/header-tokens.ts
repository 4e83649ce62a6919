/** A token of a structured header (RFC 5322), without quotes, comments and folding. */
export type HeaderToken = {
  readonly kind: 'word' | 'equals' | 'semicolon'
  readonly text: string
  /** White space, a comment or the start of the header comes before it. */
  readonly isApart: boolean
  /** A comment follows without a space, so it may be part of the word. */
  readonly touchesComment: boolean
}

export type TokenisedHeader = {
  readonly tokens: readonly HeaderToken[]
  /** False if a quote or a comment has no end, so that the rest of the header is ambiguous. */
  readonly isWhole: boolean
}

const space = /[ \t\r\n]/
const wordEnd = /[ \t\r\n=;("]/

export function tokeniseHeader(header: string): TokenisedHeader {
  const tokens: HeaderToken[] = []
  let isApart = true
  for (let at = 0, end: number | null; at < header.length; at = end) {
    end = findEnd(header, at)
    if (end === null) return { tokens, isWhole: false }
    const character = header.charAt(at)
    const isGap = character === '(' || space.test(character)
    if (!isGap) {
      const text = toText(header.slice(at, end))
      const touchesComment = header[end] === '('
      tokens.push({ kind: toKind(character), text, isApart, touchesComment })
    }
    isApart = isGap
  }
  return { tokens, isWhole: true }
}

function toKind(first: string): HeaderToken['kind'] {
  if (first === '=') return 'equals'
  return first === ';' ? 'semicolon' : 'word'
}

/** The end of the token that starts here; `null` if it has no end. */
function findEnd(header: string, start: number): number | null {
  const first = header.charAt(start)
  if (first === '(') return findCommentEnd(header, start)
  if (first === '"') return findQuoteEnd(header, start)
  let end = start + 1
  if (wordEnd.test(first)) return end
  while (end < header.length && !wordEnd.test(header.charAt(end))) end++
  return end
}

function findQuoteEnd(header: string, start: number): number | null {
  for (let at = start + 1; at < header.length; at++) {
    if (header[at] === '\\') at++
    else if (header[at] === '"') return at + 1
  }
  return null
}

/**
 * Respects quotes inside a comment, although RFC 5322 has none there: providers copy the envelope
 * sender into comments, and its quoted local part may contain `)`.
 */
function findCommentEnd(header: string, start: number): number | null {
  let depth = 0
  for (let at = start; at < header.length; at++) {
    const character = header.charAt(at)
    if (character === '\\') at++
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return at + 1
    else if (character === '"') {
      const end = findQuoteEnd(header, at)
      if (end === null) return null
      at = end - 1
    }
  }
  return null
}

function toText(piece: string): string {
  return piece.startsWith('"') ? piece.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : piece
}
