import { isDate, isYears } from '../text/dates.ts'
import { findExtensionEnd } from './phone-extension.ts'
import type { Span } from '../text/span.ts'

const nouns =
  'tel|tél|telephone|telefon|telefoon|teléfono|telefono|telefone|téléphone|phone|telefonnummer|telefoonnummer|rufnummer|mobile|mobil|mobiel|mob|cell|cellphone|handy|handynummer|fax|telefax|whatsapp|signal|telegram|viber|gsm|móvil|movil|celular|telemóvel|telemovel|portable|cellulare|hotline|landline|festnetz|durchwahl|direct line|direct dial|office line|fixe|fijo|fixo|fisso|vast'
const verbs =
  'call|text|ring|dial|sms|phone|reach|anrufen|ruf|rufen|appelez|appeler|appelle|joindre|llame|llámame|llamar|ligue|ligar|chiama|chiamami|chiamare|bel|bellen|bereikbaar'
const filler =
  'me|us|him|her|back|direct|directly|number|numero|número|numéro|nummer|no|nr|is|ist|est|es|on|at|under|unter|mich|uns|moi|nous|au|al|le|el|il|para|per|op|mij|ons|an|à|a|o|ao'

/** Signatures abbreviate the word to a letter: "M: 0171 1234567". */
const letter = String.raw`(?<=^|[\n|,•] {0,3})[TMPFDCOWH](?=[:.]| \(?0)`

/** Matches backwards from a digit: digits are rarer than words, so this is faster. */
const afterWords = new RegExp(
  String.raw`(?=\(?\d(?:[ ./()·-]{0,3}\d){5})(?<!\d|\d[ ./()·-])(?<=(?:(?<![a-z0-9\xC0-\u024F])(?:${nouns}|${verbs})|${letter})(?:[.:)/#-]{0,2} {1,2}(?:${filler})){0,4}[.:)#=-]{0,3} {0,3})\(?\d(?:[ ./()·-]{0,3}\d){5,14}(?![\w%]|[.,:/-]\d)`,
  'gi',
)

/** Numbers of the length of a phone number after "phone", "call me on" or "M:". */
export function findIntroducedPhones(text: string): Span[] {
  const spans: Span[] = []
  for (const { 0: number, index } of text.matchAll(afterWords)) {
    if (isDate(number) || isYears(number) || /^\d{3} \d{3}$/.test(number)) continue
    spans.push({ start: index, end: findExtensionEnd(text, index + number.length) })
  }
  return spans
}
