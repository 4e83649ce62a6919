import { cleanText } from './clean-text.ts'
import { findFooter, isGatewayBanner, isMailerLine } from './footers.ts'
import { isRule } from './quotes/separators.ts'
import { dropQuotes } from './quotes/drop-quotes.ts'
import { hasHeadlessQuote } from './quotes/headless.ts'
import { findSignatureStart } from './signature.ts'

export type OwnWords = {
  readonly text: string
  readonly wordCount: number
  readonly hasQuote: boolean
  readonly quoteHeads: readonly string[]
  readonly hasUnsubscribeFooter: boolean
}

const maxRounds = 3

/**
 * The text that the sender wrote in this message, without quotes, forwarded messages, signature and
 * footers. Never throws.
 */
export function ownWords(text: string): OwnWords {
  const { lines: unquoted, hasQuote, quoteHeads } = dropQuotes(cleanText(text).split('\n'))
  const { lines, hasUnsubscribeFooter } = dropEnding(dropBanner(unquoted))
  const own = toText(lines)
  return { text: own, wordCount: countWords(own), hasQuote, quoteHeads, hasUnsubscribeFooter }
}

/**
 * The heads of all quotes. Empty if any quote, at any depth, has no head: then we can't tell who wrote
 * it.
 */
export function listQuoteHeads(text: string): readonly string[] {
  const lines = cleanText(text).split('\n')
  return hasHeadlessQuote(lines) ? [] : dropQuotes(lines).quoteHeads
}

const maxDepth = 5

/**
 * The sender's own words and, below them, the words of the messages that it quotes. For a bump: a few
 * words above the sender's own earlier message. Stops as soon as there are `minWords`.
 */
export function ownAndQuotedWords(text: string, minWords: number): OwnWords {
  const own = ownWords(text)
  const texts = [own.text]
  let rest = dropQuotes(cleanText(text).split('\n')).quoted
  let wordCount = own.wordCount
  for (let depth = 0; depth < maxDepth && wordCount < minWords && rest.length > 0; depth++) {
    const quoted = rest.join('\n')
    const earlier = ownWords(quoted)
    texts.push(earlier.text)
    wordCount += earlier.wordCount
    rest = dropQuotes(quoted.split('\n')).quoted
  }
  return { ...own, text: texts.filter(Boolean).join('\n\n'), wordCount }
}

/**
 * The text of a message without its quotes, but with signature and footers. An appeal may be
 * anywhere in it.
 */
export function newWords(text: string): string {
  return toText(dropQuotes(cleanText(text).split('\n')).lines)
}

function dropBanner(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line.trim() !== '')
  if (start < 0) return lines
  const end = lines.findIndex((line, at) => at > start && line.trim() === '')
  return end > start && isGatewayBanner(lines.slice(start, end)) ? lines.slice(end) : lines
}

function dropEnding(all: readonly string[]): {
  readonly lines: readonly string[]
  readonly hasUnsubscribeFooter: boolean
} {
  let isSigned = false
  let hasUnsubscribeFooter = false
  const lines = all.filter((line) => !isMailerLine(line))

  for (let round = 0; round < maxRounds; round++) {
    const before = lines.length
    for (;;) {
      dropTrailingRules(lines)
      const start = findFooterStart(lines)
      const footer = start > 0 ? findFooter(lines.slice(start)) : null
      if (!footer) break
      hasUnsubscribeFooter ||= footer === 'unsubscribe'
      lines.length = start
    }
    const unsigned = lines.length
    if (!isSigned) {
      lines.length = findSignatureStart(lines)
      isSigned = lines.length < unsigned
    }
    if (lines.length === before) break
  }
  return { lines, hasUnsubscribeFooter }
}

function dropTrailingRules(lines: string[]): void {
  while (lines.length > 0 && ((lines.at(-1) ?? '').trim() === '' || isRule(lines.at(-1) ?? '')))
    lines.pop()
}

const maxParagraphLines = 60
const wrappedChars = 55

/**
 * The first line of the last paragraph; 0 if there is only one, or if it is too long for a footer.
 */
function findLastParagraph(lines: readonly string[]): number {
  const lowest = Math.max(0, lines.length - maxParagraphLines)
  for (let at = lines.length - 1; at > lowest; at--) {
    const above = lines[at - 1] ?? ''
    if (above.trim() === '' || isRule(above)) return at
  }
  return 0
}

/**
 * In a paragraph of short lines only the last may be a footer: the lines above it may be the
 * signature.
 */
function findFooterStart(lines: readonly string[]): number {
  const start = findLastParagraph(lines)
  const last = lines.length - 1
  const isWrapped = lines.slice(start, last).every((line) => line.length >= wrappedChars)
  return isWrapped || last <= 0 || !findFooter(lines.slice(last)) ? start : last
}

function toText(lines: readonly string[]): string {
  const kept: string[] = []
  for (const line of lines) {
    const trimmed = line.trimEnd()
    if (trimmed !== '' || (kept.at(-1) ?? '') !== '') kept.push(trimmed)
  }
  return kept.join('\n').trimEnd()
}

/** In scripts without spaces between words, each letter counts as a word. */
const words =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[[\p{L}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]][\p{L}\p{M}\p{N}'’.\-]*/gv

function countWords(text: string): number {
  let count = 0
  words.lastIndex = 0
  while (words.test(text)) count++
  return count
}
