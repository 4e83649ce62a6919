import {
  currencyAfterNumber,
  findCurrencyBefore,
  isCurrencyStart,
  isCurrencyWord,
} from './currencies.ts'
import { magnitudes } from './magnitudes.ts'
import type { Span } from '../text/span.ts'

/** 1,234.56 · 1.234,56 · 1 234,56 · 1'234.50 · 1,00,000 · 50,- · .50 after a currency */
const number = String.raw`(?:\d{1,3}(?:[.,']\d{2,3}){1,6}|\d{1,3}(?: \d{3}){1,6}|\d{1,18})(?:[.,]\d{1,8}|[.,]-{1,2})?(?!\d)`
const magnitude = String.raw`(?: ?(?:${magnitudes.join('|')})(?![A-Za-z0-9\xC0-\u024F])(?:(?<=tsd|mio|mln|mld|mrd|mds)\.)?)`
const rangeWords = ['to', 'bis', 'à', 'a', 'ad', 'al', 'tot', 'até', 'hasta', 'or', 'oder', 'ou']
const range = String.raw`(?: ?- ?| (?:${rangeWords.join('|')}) )`

const numbers = new RegExp(String.raw`(?=\d)(?<!\d|\d[.,'-]|[A-Za-z_]\.)${number}`, 'g')
const upToCurrency = new RegExp(
  String.raw`${magnitude}{0,2}(?:${range}${number}${magnitude}{0,2})?(?<space>\s?)(?:de |d'|di |of |in )?${currencyAfterNumber}`,
  'iy',
)
const afterCurrency = new RegExp(
  String.raw`${magnitude}{0,2}(?:${range}${number}${magnitude}{1,2}|-${number}(?![-/]))?`,
  'iy',
)

/** Amounts of money in digits. A range with one currency is one amount. */
export function findAmounts(text: string): Span[] {
  const spans: Span[] = []
  let free = 0
  for (const { 0: figures, index } of text.matchAll(numbers)) {
    if (index < free) continue
    const isFraction = text[index - 1] === '.'
    const start = findCurrencyBefore(text, isFraction ? index - 1 : index, free)
    const numberEnd = index + figures.length
    const end =
      findCurrencyEnd(text, numberEnd) ?? (start === null ? null : findTail(text, numberEnd))
    if (end === null) continue
    spans.push({ start: start ?? index, end })
    free = end
  }
  return spans
}

function findCurrencyEnd(text: string, from: number): number | null {
  if (!mayBecomeCurrency(text, from)) return null
  upToCurrency.lastIndex = from
  const match = upToCurrency.exec(text)
  const { word, sign, space } = match?.groups ?? {}
  if (!match || (word !== undefined && !isCurrencyWord(word))) return null
  const end = from + match[0].length
  const cents = sign === undefined ? '' : (/^\d{1,3}/.exec(text.slice(end, end + 3))?.[0] ?? '')
  if (cents === '') return end
  // "5€50" is one amount. In "call 4567 $20 off" the sign belongs to the number after it.
  return cents.length === 2 && space === '' ? end + 2 : null
}

const connectors = new Set([...magnitudes, ...rangeWords, 'de', 'd', 'di', 'of', 'in'])
const nextWord = /\s?([^\s\d]?[A-Za-z\xC0-\u024F]*)/y

/** A cheap check of the next word: most numbers in a message are not amounts. */
function mayBecomeCurrency(text: string, from: number): boolean {
  nextWord.lastIndex = from
  const word = nextWord.exec(text)?.[1] ?? ''
  if (!/^[A-Za-z\xC0-\u024F]/.test(word)) return word !== ''
  return connectors.has(word.toLowerCase()) || isCurrencyStart(word)
}

function findTail(text: string, from: number): number {
  afterCurrency.lastIndex = from
  return from + (afterCurrency.exec(text)?.[0].length ?? 0)
}
