import type { CountryCode } from 'libphonenumber-js/min'
import { isDate, isYears } from '../text/dates.ts'
import { findIntroducedPhones } from './introduced-phones.ts'
import { findExtensionEnd } from './phone-extension.ts'
import { createPhoneValidity } from './phone-validity.ts'
import type { Span } from '../text/span.ts'
import { readWordBefore } from '../text/word-before.ts'

/**
 * How numbers are written without a country code, by country. Groups of three alone may be
 * thousands.
 */
const shapes: readonly Shape[] = [
  {
    pattern: String.raw`(?:1[-. ])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[-. ])[2-9]\d{2}[-. ]\d{4}`,
    countries: ['US'],
  },
  { pattern: String.raw`\(?0\d(?:[ .-]\d{2}){4}`, countries: ['FR'] },
  {
    pattern: String.raw`(?=(?:[^\da-z]{0,3}\d){9})\(?0\d{1,5}\)?(?: ?[-/.] ?| )\d{2,8}(?:[-/. ]\d{1,8}){0,4}`,
    countries: ['DE', 'GB', 'NL', 'IT', 'FR', 'AT', 'CH', 'BE'],
  },
  {
    pattern: String.raw`[67]\d{2}(?:[ -]\d{2}){3}|9\d \d{3} \d{2} \d{2}|3\d{2}[ -]\d{6,7}`,
    countries: ['ES', 'IT'],
  },
  {
    pattern: String.raw`\([1-9]\d\) ?9?\d{4}[- ]\d{4}|[1-9]\d 9\d{4}-\d{4}|[23]\d \d{3} \d{2} \d{2}`,
    countries: ['BR', 'PT'],
  },
  { pattern: String.raw`0[67]\d{8,9}|01[567]\d{8,9}`, countries: ['GB', 'FR', 'NL', 'DE'] },
]

const candidates = new RegExp(
  String.raw`(?=[\d(])(?<![\w+]|\d[-./, ]|[A-Za-z][-_/#])(?:${shapes.map(({ pattern }, index) => `(?<shape${index}>${pattern})`).join('|')})(?![\w%]|[-./:] ?\d|,\d)`,
  'g',
)

/** After these words a number is not a phone number. */
const otherNumber = new Set(
  `order orders invoice ref reference ticket case isbn issn ean sku part serial tracking item model no nr nº num number
   nummer id rechnung bestellung auftrag vorgang commande facture dossier pedido factura fatura encomenda ordine fattura
   bestelling factuur`.split(/\s+/),
)

/**
 * Numbers without a country code, recognised by their shape or by a word such as "phone" before
 * them.
 */
export function findNationalPhones(text: string): Span[] {
  const introduced = findIntroducedPhones(text)
  const found = [...introduced, ...findShaped(text)].sort(
    (a, b) => a.start - b.start || b.end - a.end,
  )
  let free = 0
  return found.filter(({ start, end }) => {
    if (start < free) return false
    free = end
    return true
  })
}

type Shape = { readonly pattern: string; readonly countries: readonly CountryCode[] }

function findShaped(text: string): Span[] {
  const validity = createPhoneValidity()
  const spans: Span[] = []
  for (const match of text.matchAll(candidates)) {
    const number = match[0]
    const start = match.index
    if (isDate(number) || isYears(number) || otherNumber.has(readWordBefore(text, start))) continue
    const shape = shapes.find((_, index) => match.groups?.[`shape${index}`] !== undefined)
    if (!shape?.countries.some((country) => validity.isValid(number, country))) continue
    spans.push({ start, end: findExtensionEnd(text, start + number.length) })
  }
  return spans
}
