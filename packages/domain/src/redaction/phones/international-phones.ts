import { isDigitAt, isWordAt } from '../text/characters.ts'
import { findExtensionEnd } from './phone-extension.ts'
import { createPhoneValidity, type PhoneValidity } from './phone-validity.ts'
import type { Span } from '../text/span.ts'

const minDigits = 7
const maxDigits = 15
const maxNumberChars = 32

/** Numbers with a country code: +49 30 …, (+49) 30 …, 0049 30 … */
export function findInternationalPhones(text: string): Span[] {
  const validity = createPhoneValidity()
  const spans: Span[] = []
  for (const match of text.matchAll(/\(?\+ ?\(?(?=\d)|(?<![\d.,-]|\d[ /])\(?00(?= ?[1-9])/g)) {
    const from = match.index + match[0].length
    if (match.index < (spans.at(-1)?.end ?? 0) || !isFreeBefore(text, match.index)) continue
    const valid = findValidEnd(text, from, validity)
    const end = valid ?? (match[0].includes('+') ? findLikelyEnd(text, from) : null)
    if (end === null) continue
    const isOutside = match[0].startsWith('(') && !text.slice(from, end).includes(')')
    spans.push({ start: match.index + (isOutside ? 1 : 0), end: findExtensionEnd(text, end) })
  }
  return spans
}

function isFreeBefore(text: string, index: number): boolean {
  return !isWordAt(text, index - 1) && text[index - 1] !== '+'
}

function findValidEnd(text: string, from: number, validity: PhoneValidity): number | null {
  const ends = listGroupEnds(text, from)
  return ends.find((end) => validity.isValid(`+${readDigits(text, from, end)}`)) ?? null
}

/** After a plus, an invalid number is masked too: it may be mistyped or made up. */
function findLikelyEnd(text: string, from: number): number | null {
  const ends = listGroupEnds(text, from)
  const isLikely = (end: number) =>
    readDigits(text, from, end).length >= 8 && !isQuantity(text.slice(from, end))
  return ends.find(isLikely) ?? null
}

function readDigits(text: string, from: number, end: number): string {
  return text.slice(from, end).replace('(0)', '').replace(/\D/g, '')
}

/** A quantity, as in "+10 000 000 users". */
function isQuantity(number: string): boolean {
  return /^(?:\d{1,3}(?:[ .]\d{3}){1,3}|\d{1,9})$/.test(number)
}

/** Possible ends of a number that starts at `from`, longest number first. */
function listGroupEnds(text: string, from: number): number[] {
  const ends: number[] = []
  let digits = 0
  let separators = 0
  for (let index = from; index < from + maxNumberChars && digits <= maxDigits; index++) {
    if (isDigitAt(text, index)) {
      digits++
      separators = 0
      const isEnd = !isWordAt(text, index + 1)
      if (isEnd && digits >= minDigits && digits <= maxDigits) ends.unshift(index + 1)
    } else if (!' -./()·'.includes(text[index] ?? 'x') || ++separators > 3) break
  }
  return ends
}
