import type { Span } from '../text/span.ts'

const numberWord =
  'a|an|half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|and|ein|eine|einer|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwanzig|fünfzig|hundert|fünfhundert|tausend|zehntausend|hunderttausend|millionen|un|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|vingt|cinquante|cent|cents|mille|millions|uno|dos|tres|cuatro|cinco|diez|veinte|cincuenta|cien|quinientos|mil|millón|millones|um|dois|três|quatro|dez|vinte|cinquenta|cem|quinhentos|milhão|milhões|due|tre|quattro|cinque|dieci|venti|cinquanta|cento|mila|milione|milioni|een|twee|drie|vijf|tien|twintig|vijftig|honderd|vijfhonderd|duizend|miljoen'
const currencyWord =
  'dollars?|euros?|pounds(?! of)|rupees|francs?|franken|reais|pesos|dólares|dollari|yen|yuan|kroner|kronor|zloty'

/**
 * Cheap first test: texts without a currency word skip the full pattern, which is 20 times slower.
 */
const anyCurrency =
  /dollar|euro|pounds|rupees|franc|franken|reais|pesos|dólares|yen|yuan|kroner|kronor|zloty/i
const currencies = new RegExp(String.raw`(?<=[ '-])(?:${currencyWord})(?![a-z\xC0-\u024F])`, 'gi')
const numberBefore = new RegExp(
  String.raw`(?<![a-z\xC0-\u024F-])(?!and )(?:(?:${numberWord})(?:[ -]| de | di | d')){1,8}(?:d[ei] |d')?$`,
  'i',
)
const article = /^(?:a|an|un|une|uno|um|een|ein|eine|one) $/i
const maxNumberChars = 80

/** Amounts of money in words. Covers common numbers only. */
export function findSpelledAmounts(text: string): Span[] {
  const spans: Span[] = []
  if (!anyCurrency.test(text)) return spans
  let free = 0
  for (const { 0: currency, index } of text.matchAll(currencies)) {
    const number = numberBefore.exec(text.slice(Math.max(free, index - maxNumberChars), index))?.[0]
    if (number === undefined || article.test(number)) continue
    free = index + currency.length
    spans.push({ start: index - number.length, end: free })
  }
  return spans
}
