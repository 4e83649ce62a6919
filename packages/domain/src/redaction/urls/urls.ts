import { isLetterAt, isWordAt } from '../text/characters.ts'
import type { Span } from '../text/span.ts'

const maxSchemeChars = 20

/** Links with a scheme. */
export function findUrls(text: string): Span[] {
  const spans: Span[] = []
  let free = 0
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', Math.max(at + 3, free))) {
    const start = findScheme(text, at, Math.max(free, at - maxSchemeChars))
    const end = findUrlEnd(text, at + 3)
    if (start === at || end === at + 3) continue
    spans.push({ start, end })
    free = end
  }
  return spans
}

/**
 * The end of a link whose host begins at `from`, without punctuation that belongs to the sentence.
 */
export function findUrlEnd(text: string, from: number): number {
  let end = from
  let isHost = true
  let open = 0
  for (; end < text.length && !isDelimiter(text, end); end++) {
    const character = text[end]
    if (character === '/' || character === '?' || character === '#') isHost = false
    else if (isHost && (character === ',' || character === ';')) break
    else if (character === '(' || character === '[') open++
    else if (character === ')' || character === ']') open--
  }
  while (end > from) {
    const last = text[end - 1] ?? ''
    const closesNothing = (last === ')' || last === ']') && open < 0
    if (!closesNothing && !".,;:!?'*_~(".includes(last)) break
    if (closesNothing) open++
    end--
  }
  return end
}

function findScheme(text: string, at: number, free: number): number {
  let start = at
  while (start > free && (isWordAt(text, start - 1) || '+-.'.includes(text[start - 1] ?? ' ')))
    start--
  while (start < at && !isLetterAt(text, start)) start++
  return at - start < 2 ? at : start
}

function isDelimiter(text: string, index: number): boolean {
  return /[\s<>"`|\\«»“”„‹›\uFFFF]/.test(text[index] ?? ' ')
}
