const maxLineChars = 300
const maxHeadChars = 400
const maxHeadLines = 3

const firstWords = /^(?:on|am|le|el|em|no dia|il|op|den|w dniu|dnia|dne|în|pe|в|vào|pada)(?=[\s,])/u
const wrote =
  /(?<![\p{L}\p{N}])(?:wrote|writes|schrieb|schreibt|a écrit|écrit|escribió|escribio|escribe|escreveu|ha scritto|scrive|schreef|skrev|skriver|napisał(?:\(a\)|a)?|napisal(?:\(a\)|a)?|pisze|kirjoitti|napsal(?:\(a\)|a)?|yazdı|написал(?:\(а\)|а)?|пишет|写道)(?![\p{L}\p{N}])/u
const time = /(?<!\d)\d{1,2}\s?[:.h]\s?\d{2}(?!\d)/u
const numericDate = /(?<!\d)\d{1,4}[./-]\d{1,2}[./-]\s?\d{1,4}(?!\d)/u
const year = /(?<!\d)(?:19|20)\d{2}(?!\d)/u
const dayNumber = /(?<!\d)\d{1,2}(?!\d)/u
const bracketedAddress = /[<([][^\s<>@]{1,80}@[^\s<>@]{1,120}[>)\]]/u
const startsWithDate = /^(?:\p{L}{2,12}\.?,?\s){0,2}\d/u

/**
 * How many lines from `at` are a head such as "On 3 March 2025, Pat wrote:"; 0 if there is no head.
 */
export function countAttributionLines(
  lines: readonly string[],
  at: number,
  isFollowedByQuote: (line: number) => boolean,
): number {
  for (let count = 1; count <= maxHeadLines; count++) {
    const line = lines[at + count - 1] ?? ''
    if (line.length > maxLineChars || line.trim() === '') return 0
    if (!line.trimEnd().endsWith(':')) continue
    const head = lines
      .slice(at, at + count)
      .join(' ')
      .trim()
      .toLowerCase()
    if (head.length > maxHeadChars || startsLater(lines, at, count)) return 0
    const isHead =
      isAttribution(head) ||
      (wrote.test(head) && countWords(head) <= 14 && isFollowedByQuote(at + count))
    return isHead ? count : 0
  }
  return 0
}

/**
 * Whether the head begins below the first line, so that the lines above it are not part of the
 * head.
 */
function startsLater(lines: readonly string[], at: number, count: number): boolean {
  for (let skipped = 1; skipped < count; skipped++) {
    const rest = lines
      .slice(at + skipped, at + count)
      .join(' ')
      .trim()
      .toLowerCase()
    if (firstWords.test(rest) && hasDate(rest) && wrote.test(rest)) return true
  }
  return false
}

function isAttribution(head: string): boolean {
  const verb = wrote.exec(head)
  if (!verb)
    return startsWithDate.test(head) && time.test(head) && /@[^\s@]{1,120}[>)\]]\s?:$/u.test(head)
  if (firstWords.test(head) && hasDate(head)) return true
  const before = head.slice(0, verb.index)
  const after = head.slice(verb.index + verb[0].length)
  if (bracketedAddress.test(head)) return countWords(before) <= 16
  const isLast = countWords(after) === 0
  if (isLast) return startsWithDate.test(head) && hasDate(before)
  return countWords(before) <= 5 && countWords(after) <= 10 && hasDate(after)
}

function hasDate(text: string): boolean {
  return time.test(text) || numericDate.test(text) || (year.test(text) && dayNumber.test(text))
}

function countWords(text: string): number {
  return text.split(/[\s:,]+/u).filter((word) => word !== '').length
}
