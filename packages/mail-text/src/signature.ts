import { isRule } from './quotes/separators.ts'

const maxBlockLines = 12
const maxDelimitedLines = 15
const maxDelimitedWords = 80
const maxLineChars = 160

const signOff =
  /^(?:(?:many |with |kind |best |warm |warmest |kindest |all the )*(?:thanks|thank you|thx|tnx|regards|best|cheers|wishes|sincerely|yours(?: \p{L}+)?|rgds|br|kr|ta|talk soon|take care|respectfully|cordially|warmly|all the best)(?: (?:and regards|& regards|in advance|again|so much|truly|sincerely|faithfully))?|(?:mit )?(?:freundlichen|besten|herzlichen|vielen|lieben|schönen|viele|liebe|beste|herzliche|schöne|freundliche|sonnige) (?:grüßen?|gruß|gruss|grüssen?|dank)(?: .{0,30})?|mfg|vg|lg|bg|gruß|gruss|grüße|danke|cordialement|bien (?:cordialement|à vous|à toi)|salutations|sincères salutations|merci(?: .{0,30})?|amicalement|à bientôt|bonne (?:journée|soirée|fin .{0,20})|saludos(?: cordiales)?|un (?:cordial )?saludo|atentamente|gracias|abrazo|un abrazo|cumprimentos|melhores cumprimentos|atenciosamente|att|obrigad[oa]|abraço|um abraço|cordiali saluti|distinti saluti|saluti|grazie|un saluto|met vriendelijke groet(?:en)?|vriendelijke groet(?:en)?|groet(?:en|jes)?|hartelijke groet(?:en)?|mvg|bedankt|med vänlig hälsning|vänliga hälsningar|hälsningar|mvh|tack|med venlig hilsen|venlig hilsen|hilsen|kh|pozdrawiam|z poważaniem|dziękuję|serdecznie pozdrawiam)\s?[,.!;-]{0,3}$/iu

/** Matches redacted messages too, which have masks in these places. */
const email = /\[email\]|[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,80}/gu
const webAddress =
  /\[url\]|(?:https?:\/\/|www\.)\S+|(?<![@\w.])[a-z0-9-]{2,40}\.(?:com|net|org|io|co|de|fr|es|it|nl|pt|pl|se|dk|eu|uk|us|ch|at|be|br|example|test|ai|app)(?![\w@])(?:\/\S*)?/giu
const phoneNumber = /\[phone\]|(?<![\w.,])(?:\+|\(|0|\d{3}[-. ])[\d()/. -]{6,20}\d(?!\w)/gu
const contactLabel =
  /^(?:(?:t|m|e|w|p|f|d|c)\s?(?:[:|]|\.? ?[+([\d])|(?:tel|phone|mobile|mob|cell|cel|direct|office|fax|web|email|e-mail|mail|telefon|mobil|handy|tél|téléphone|portable|móvil|teléfono|telefone|telefono|cellulare|telefoon|mobiel|linkedin|skype|whatsapp|wechat|twitter|calendly|address|adresse)(?:\s?\/\s?\p{L}{2,10})?\s?(?:[.:|]|[+([\d]))/iu
const social =
  /^(?:linkedin|twitter|instagram|facebook|xing|calendly|github|book (?:a|time|some time).{0,30})(?:\s?[|·•/<].{0,120})?$/iu
const company =
  /(?<!\p{L})(?:ltd|limited|inc|llc|llp|plc|corp|gmbh|ag|ug|kg|e\.?k|gbr|sarl|sas|sa|s\.a\.?|srl|s\.r\.l\.?|spa|s\.p\.a\.?|bv|b\.v\.?|nv|oy|ab|as|aps|a\/s|lda|ltda|sp\. z o\.o\.?|pty|group|partners|consulting|solutions|associates|holdings|capital|ventures|university|universität|agency)\.?$/iu
const title =
  /(?<!\p{L})(?:ceo|cto|cfo|coo|cmo|cro|vp|svp|evp|president|founder|co-founder|cofounder|owner|partner|director|manager|mgr|head of|lead|executive|representative|rep|specialist|consultant|engineer|developer|analyst|associate|assistant|coordinator|officer|recruiter|sourcer|advisor|adviser|broker|producer|editor|professor|dr|ph\.?d|sales|marketing|account|business development|geschäftsführer(?:in)?|leiter(?:in)?|vertrieb|berater(?:in)?|inhaber(?:in)?|referent(?:in)?|directeur|directrice|gérante?|responsable|conseill(?:er|ère)|chargée? de|chef de|gerente|director(?:a)|jefe|jefa|responsabile|direttore|direttrice|titolare|diretor(?:a)?|sócio|gestor(?:a)?|adviseur|directeur|eigenaar|verkoopleider|chef|säljare|direktør|konsulent|dyrektor|kierownik|specjalista|prezes)(?!\p{L})/iu
const street =
  /^\d{1,5}[a-z]?,? \p{Lu}|\p{L}(?:straße|strasse|str\.|weg|platz|gasse|laan|straat|gatan|vej|gade) ?\d|(?:^|, )(?:rue|avenue|boulevard|calle|via|rua|ul\.) |(?<!\p{L})(?:street|st\.?|road|rd\.?|suite|floor|avenue|ave\.?|blvd)(?!\p{L})|(?<!\d)\d{4,5}(?:-\d{3,4})? \p{Lu}|\p{Lu}{1,2}\d{1,2}\p{Lu}? \d\p{Lu}{2}/u
const personName =
  /^(?:\p{Lu}[\p{L}'’.-]{0,25})(?:[ ,]{1,2}(?:\p{Lu}[\p{L}'’.-]{0,25}|de|da|do|dos|van|von|der|den|di|del|la|le|bin|ter|af|av|y|e|&|CPA|PhD)){0,5}$/u

type LineKind =
  | 'name'
  | 'title'
  | 'company'
  | 'contact'
  | 'place'
  | 'blank'
  | 'rule'
  | 'sign-off'
  | 'prose'

type Seen = Record<'name' | 'title' | 'company' | 'contact' | 'place', number>

/** The index of the first line of the signature; the number of lines if there is no signature. */
export function findSignatureStart(lines: readonly string[]): number {
  return findDelimited(lines) ?? findContactBlock(lines) ?? lines.length
}

/**
 * A signature below "-- " (RFC 3676). A long text, or the only text of the message, is not a
 * signature.
 */
function findDelimited(lines: readonly string[]): number | undefined {
  const from = Math.max(1, lines.length - maxDelimitedLines - 1)
  for (let at = lines.length - 1; at >= from; at--) {
    if (!/^(?:--|—|__) ?$/.test(lines[at] ?? '')) continue
    const below = countWords(lines, at + 1, lines.length)
    const above = countWords(lines, Math.max(0, at - 200), at)
    return below <= maxDelimitedWords && (above >= 5 || above >= below) ? at : undefined
  }
  return undefined
}

function findContactBlock(lines: readonly string[]): number | undefined {
  const first = Math.max(1, lines.length - maxBlockLines)
  const seen: Seen = { name: 0, title: 0, company: 0, contact: 0, place: 0 }
  let start: number | undefined
  for (let at = lines.length - 1; at >= first; at--) {
    const kind = toLineKind(lines[at] ?? '')
    if (kind === 'prose') break
    if (kind === 'sign-off') return isSigned(seen, true) ? at + 1 : undefined
    if (kind === 'blank' || kind === 'rule') continue
    seen[kind]++
    const isParagraphStart = toLineKind(lines[at - 1] ?? '') === 'blank'
    if (isParagraphStart && !isAnnounced(lines, at) && isSigned(seen, false)) start = at
  }
  return start
}

function isSigned(seen: Readonly<Seen>, isBelowSignOff: boolean): boolean {
  const score = Math.min(seen.name, 1) + seen.title + seen.company + seen.place + 2 * seen.contact
  if (isBelowSignOff) return score >= 2 && seen.contact + seen.title + seen.company > 0
  return seen.name > 0 && score >= 3 && seen.contact + Math.min(seen.title, seen.company) > 0
}

/** "Please ship to:" above an address makes the address part of the message. */
function isAnnounced(lines: readonly string[], start: number): boolean {
  let at = start - 1
  while (at > 0 && at > start - 4 && (lines[at] ?? '').trim() === '') at--
  return (lines[at] ?? '').trimEnd().endsWith(':')
}

function toLineKind(written: string): LineKind {
  if (written.length > maxLineChars) return 'prose'
  const line = written.replaceAll('*', '').trim()
  if (line === '') return 'blank'
  if (isRule(line)) return 'rule'
  if (signOff.test(line)) return 'sign-off'
  const words = line.split(/\s+/u)
  if (isSentence(line, words)) return 'prose'
  if (contactLabel.test(line) || social.test(line) || isContact(line)) return 'contact'
  if (/^\p{Ll}/u.test(line)) return 'prose'
  if (company.test(line)) return 'company'
  if (title.test(line) && countLower(words) <= 2) return 'title'
  if (street.test(line)) return 'place'
  return personName.test(line) && words.length <= 5 ? 'name' : 'prose'
}

function isSentence(line: string, words: readonly string[]): boolean {
  if (words.length > 10 || /^(?:[-•·>]|\d{1,2}[.)]) /u.test(line) || /[?!]$/u.test(line))
    return true
  if (words.length <= 2 && /[,:]$/u.test(line)) return true
  if (/^p\.? ?s\.? ?[:.]? /iu.test(line)) return true
  if (/[.;:]$/u.test(line) && words.length > 3 && countLower(words) > 1) return true
  return countLower(words) > 3 && !/[|·•]/u.test(line)
}

/**
 * An address or number with at most a name or a place next to it. "Pick a slot: https://…" is a
 * sentence.
 */
function isContact(line: string): boolean {
  const rest = line.replace(email, '').replace(webAddress, '').replace(phoneNumber, '')
  if (rest === line) return false
  const beside = rest.replace(/[|·•()<>[\]/,–-]+/gu, ' ').trim()
  if (beside.endsWith(':') || beside.endsWith('>>')) return false
  const words = beside.split(/\s+/u)
  return words.length <= 2 || words.filter((word) => /^\p{Ll}/u.test(word)).length <= 1
}

function countLower(words: readonly string[]): number {
  return words.filter((word) => /^\p{Ll}{4}/u.test(word)).length
}

function countWords(lines: readonly string[], from: number, to: number): number {
  let words = 0
  for (let at = from; at < to; at++)
    words += (lines[at] ?? '').split(/\s+/u).filter((word) => word !== '').length
  return words
}
