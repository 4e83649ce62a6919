import { countAttributionLines } from './attribution.ts'
import { countHeaderLines, toAuthor } from './headers.ts'
import { isRule, isSeparator } from './separators.ts'

export type Unquoted = {
  readonly lines: readonly string[]
  readonly hasQuote: boolean
  /**
   * The heads found, such as "On Monday, Pat wrote:", at any depth. Empty if quoted text comes before
   * the first head. A deeper quote may still lack one: see listQuoteHeads.
   */
  readonly quoteHeads: readonly string[]
  /** The text of the quotes, without their heads and without one level of `>`. */
  readonly quoted: readonly string[]
}

const wrapChars = 60

/**
 * The lines without quotes and forwarded messages. Lines between or below marked quotes are the
 * sender's own.
 */
export function dropQuotes(lines: readonly string[]): Unquoted {
  const own: string[] = []
  const quoted: string[] = []
  let hasQuote = false
  const isFollowedByQuote = (line: number) => isQuoted(lines[findNextText(lines, line)] ?? '')

  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line === '') {
      if (own.at(-1) !== '') own.push('')
      at++
      continue
    }
    if (isQuoted(line) || isWrappedQuote(lines, at)) {
      hasQuote = true
      quoted.push(line.replace(/^ {0,3}> ?/, ''))
      at++
      continue
    }
    const headEnd = findHeadEnd(lines, at, isFollowedByQuote)
    if (headEnd === null) {
      own.push(line)
      at++
      continue
    }
    hasQuote = true
    while (own.length > 0 && isBlankOrRule(own.at(-1) ?? '')) own.pop()
    own.push('')
    if (
      !isFollowedByQuote(headEnd) &&
      findHeadEnd(lines, findNextText(lines, headEnd), isFollowedByQuote) === null
    ) {
      for (const rest of lines.slice(headEnd)) quoted.push(rest)
      break
    }
    at = headEnd
  }
  return { lines: own, hasQuote, quoteHeads: hasQuote ? readHeads(lines) : [], quoted }
}

/** The line after the head of a quote; `null` if no head begins at this line. */
function findHeadEnd(
  lines: readonly string[],
  at: number,
  isFollowedByQuote: (line: number) => boolean,
): number | null {
  if (isSeparator(lines[at] ?? '')) return at + 1
  const headers = countHeaderLines(lines, at)
  if (headers > 0) return at + headers
  const attribution = countAttributionLines(lines, at, isFollowedByQuote)
  return attribution > 0 ? at + attribution : null
}

function readHeads(lines: readonly string[]): string[] {
  const unmarked = lines.map((line) => line.replace(/^[> ]+/, ''))
  const heads: string[] = []
  let at = 0
  while (at < lines.length) {
    const headers = countHeaderLines(unmarked, at)
    const count = headers > 0 ? headers : countAttributionLines(unmarked, at, () => true)
    if (count > 0) {
      const head = unmarked.slice(at, at + count)
      heads.push(headers > 0 ? toAuthor(head) : head.join(' '))
    } else if (heads.length === 0 && isQuotedText(lines[at] ?? '')) return []
    at += Math.max(count, 1)
  }
  return heads
}

function isQuotedText(line: string): boolean {
  const text = line.replace(/^[> ]+/, '')
  return isQuoted(line) && text !== '' && !isSeparator(text)
}

function isBlankOrRule(line: string): boolean {
  return line.trim() === '' || isRule(line)
}

function isQuoted(line: string): boolean {
  return /^ {0,3}>/.test(line)
}

/** The second half of a long quoted line that a mailer wrapped without marking it. */
function isWrappedQuote(lines: readonly string[], at: number): boolean {
  const before = lines[at - 1] ?? ''
  if (before.length < wrapChars || !isQuoted(before) || /[.!?:;]\s?$/.test(before)) return false
  const line = lines[at] ?? ''
  return line.length < before.length && /^\p{Ll}/u.test(line) && isQuoted(lines[at + 1] ?? '')
}

function findNextText(lines: readonly string[], from: number): number {
  let at = from
  while (at < lines.length && (lines[at] ?? '').trim() === '') at++
  return at
}
