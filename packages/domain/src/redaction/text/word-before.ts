import { isLetterAt } from './characters.ts'
import type { Span } from './span.ts'

const maxWordChars = 16

/**
 * The word before `index`, as in "Version 1", "EUR: 5" and "no. 7". Skips spaces and one of `.`,
 * `:`, `=`.
 */
export function findWordBefore(text: string, index: number): Span | null {
  let end = index
  for (let spaces = 0; spaces < 2 && text[end - 1] === ' '; spaces++) end--
  if ('.:='.includes(text[end - 1] ?? ' ')) end--
  let start = end
  while (end - start <= maxWordChars && isLetterAt(text, start - 1)) start--
  return start < end && end - start <= maxWordChars ? { start, end } : null
}

/** The word before `index` in lower case, or ''. */
export function readWordBefore(text: string, index: number): string {
  const word = findWordBefore(text, index)
  return word === null ? '' : text.slice(word.start, word.end).toLowerCase()
}
