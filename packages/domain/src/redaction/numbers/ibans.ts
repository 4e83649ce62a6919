import { isWordAt } from '../text/characters.ts'
import { ibanLengths } from './iban-lengths.ts'
import type { Span } from '../text/span.ts'

/** Matches backwards from the check digits: digits are rarer than letters, so this is faster. */
const checkDigits =
  /(?=\d\d)(?<=(?<![A-Za-z0-9])(?:IBAN)?(?<country>[A-Z]{2})(?<gap>[ -]?))\d\d(?=[ -]?[A-Z0-9])/gi

/** IBANs in one piece or in groups, recognised by country, length and checksum. */
export function findIbans(text: string): Span[] {
  const spans: Span[] = []
  for (const { index, groups } of text.matchAll(checkDigits)) {
    const { country = '', gap = '' } = groups ?? {}
    const start = index - gap.length - country.length
    const length = ibanLengths[country.toUpperCase()]
    const end = length === undefined ? null : findEnd(text, start, length)
    if (end === null || start < (spans.at(-1)?.end ?? 0)) continue
    spans.push({ start, end })
  }
  return spans
}

function findEnd(text: string, start: number, length: number): number | null {
  let iban = ''
  let index = start
  for (; iban.length < length; index++) {
    const character = text[index] ?? ''
    if (/^[A-Z0-9]$/i.test(character)) iban += character
    else if (!/^[ \-.\r\n]$/.test(character) || /[ \-.\r]/.test(text[index + 1] ?? ' ')) return null
  }
  return !isWordAt(text, index) && hasIbanChecksum(iban.toUpperCase()) ? index : null
}

function hasIbanChecksum(iban: string): boolean {
  let remainder = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}
