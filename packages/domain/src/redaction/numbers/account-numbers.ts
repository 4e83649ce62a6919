import { isDate, isYears } from '../text/dates.ts'
import type { Span } from '../text/span.ts'

/** Words for an account in en, de, fr, es, pt, it and nl, with compounds such as Kontonummer. */
const account =
  'bank account|account|acct|a/c|[a-zäöü-]{0,12}konto|kto|compte(?: bancaire| courant)?|cuenta(?: bancaria| corriente)?|cta|conta(?: bancária| corrente| poupança)?|conto(?: corrente| bancario)?|c/c|bankrekening|rekening'
/** Words that only ever introduce the number of an account or a bank. */
const bank =
  'iban|bic|swift|routing|aba|rtn|sort ?code|bsb|ifsc|clabe|cbu|ccc|blz|bankleitzahl|rib|code (?:banque|guichet)|nib|agência|abi|cab|rekeningnr|rekeningnummer|kontonummer|kontonr|kontoverbindung'
const numberSign = String.raw`(?:[ -]?(?:number|numbers|num|nummer|nr|no|n[°ºo.]|id|code|#|numéro|número|numero)\.?:?|\s?[#:=])`
const before = 'numéro de |número de |número da |numero di |numero del |nr\\. |n[°º] ?(?:de |di )?'
const joint = String.raw`(?:(?: ?(?:is|ist|est|es|é|è|lautet|=|\(|-))? {0,3}|(?<=:)\s{1,3})`

/** Matches backwards from a digit: digits are rarer than words, so this is faster. */
const afterWords = new RegExp(
  String.raw`(?=\d(?:[ ./-]?\d){3})(?<!\d|\d[ ./-])(?<=(?<![a-z0-9\xC0-\u024F])(?:(?<named>${before})?(?:${account})\.?(?<sign>${numberSign}){0,3}|(?<bank>${bank})(?:${numberSign}){0,3})${joint}(?:(?<![a-z0-9\xC0-\u024F])[a-z]{1,4}-?)?)\d(?:[ ./-]?\d){3,33}(?![a-z\d%])`,
  'gi',
)
/** A BIC, or an IBAN even if its checksum is wrong. */
const afterBankWord =
  /(?=[A-Z]{4}|[A-Z]{2}\d)(?<=(?<![A-Za-z])(?:BIC|SWIFT|IBAN|Bic|Swift|bic|swift|iban)(?:[ /-]{1,3}(?:BIC|SWIFT|code|Code|CODE))?[ .:=(-]{0,4})(?:[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?|[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){8,32})(?![A-Za-z0-9])/g

/** Account numbers and bank codes that are recognised by the words before them. */
export function findAccountNumbers(text: string): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(afterBankWord)) spans.push(toSpan(match))
  for (const match of text.matchAll(afterWords))
    if (isAccountNumber(match)) spans.push(toSpan(match))
  spans.sort((a, b) => a.start - b.start)
  return spans.filter((span, index) => span.start >= (spans[index - 1]?.end ?? 0))
}

/** After "account" alone a number must be longer than after "account no." */
function isAccountNumber({ 0: value, groups }: RegExpExecArray): boolean {
  const isBank = groups?.['bank'] !== undefined
  const isNamed = isBank || (groups?.['named'] ?? groups?.['sign']) !== undefined
  if (!isBank && (isDate(value) || isYears(value) || isQuantity(value))) return false
  return value.replace(/\D/g, '').length >= (isNamed ? 4 : 7)
}

/** A quantity in thousands, as in "Notre compte 10 000 abonnés". */
function isQuantity(value: string): boolean {
  return /^\d{1,3}(?:[. ]\d{3}){1,2}$/.test(value) && !/^\d{3} \d{3} \d{3}$/.test(value)
}

function toSpan(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length }
}
