import { isLetterAt } from './characters.ts'
import type { Span } from './span.ts'

const longestWord = 16

/** The word that introduces what starts at `index`: "Version 1", "EUR: 5", "no. 7". Spaces and a mark may stand between. */
export function findWordBefore(text: string, index: number): Span | null {
  let end = index
  for (let spaces = 0; spaces < 2 && text[end - 1] === ' '; spaces++) end--
  if ('.:='.includes(text[end - 1] ?? ' ')) end--
  let start = end
  while (end - start <= longestWord && isLetterAt(text, start - 1)) start--
  return start < end && end - start <= longestWord ? { start, end } : null
}

/** The same word in lower case, or ''. */
export function readWordBefore(text: string, index: number): string {
  const word = findWordBefore(text, index)
  return word === null ? '' : text.slice(word.start, word.end).toLowerCase()
}
