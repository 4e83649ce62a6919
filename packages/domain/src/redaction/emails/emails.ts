import { isHostAt, isLetterAt, isWordAt } from '../text/characters.ts'
import type { Span } from '../text/span.ts'

const localPunctuation = new Set("._%+-='&~#!$*?^`{|}")
const scheme = 'mailto:'

/**
 * Email addresses in any script, with quoted local parts and IP literals, and whole `mailto:`
 * links.
 */
export function findEmails(text: string): Span[] {
  const spans: Span[] = []
  let free = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', Math.max(at + 1, free))) {
    const start = findLocalPart(text, at, free)
    if (start === at) continue
    const end = findDomainEnd(text, at + 1)
    if (end === at + 1) continue
    const span = withScheme(text, { start, end }, free)
    spans.push(span)
    free = span.end
  }
  return spans
}

/**
 * The start of the local part before `at`, not before `free`; `at` itself if there is no local
 * part.
 */
export function findLocalPart(text: string, at: number, free: number): number {
  if (text[at - 1] === '"') {
    const quote = text.slice(Math.max(free, at - 66), at - 1).lastIndexOf('"')
    return quote < 0 ? at : Math.max(free, at - 66) + quote
  }
  let start = at
  while (start > free && (isWordAt(text, start - 1) || localPunctuation.has(text[start - 1] ?? '')))
    start--
  while (start < at && !isWordAt(text, start) && text[start] !== '_' && text[start] !== '+') start++
  return start
}

function findDomainEnd(text: string, from: number): number {
  if (text[from] === '[') {
    const close = text.slice(from, from + 64).indexOf(']')
    return close > 4 ? from + close + 1 : from
  }
  let end = from
  let lastDot = -1
  while (isHostAt(text, end) || (text[end] === '.' && isHostAt(text, end + 1) && end > from)) {
    if (text[end] === '.') lastDot = end
    end++
  }
  while (end > from && text[end - 1] === '-') end--
  const hasTopLevel = lastDot >= 0 && isLetterAt(text, lastDot + 1) && end - lastDot > 2
  return hasTopLevel ? end : from
}

function withScheme(text: string, { start, end }: Span, free: number): Span {
  const before = start - scheme.length
  if (before < free || text.slice(before, start).toLowerCase() !== scheme) return { start, end }
  const query = /\?[^\s<>"')\]\uFFFF]*/y
  query.lastIndex = end
  return { start: before, end: query.test(text) ? query.lastIndex : end }
}
