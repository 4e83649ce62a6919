export const maxTextChars = 200_000
const maxInputChars = 250_000

const plain = /^[\n -~]*$/
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const oddSpaces = /[[\t\p{Zs}]--[ ]]/gv
/**
 * Variation selectors stay, since emoji in ordinary prose have them. `stackedMarks` limits their
 * number.
 */
const invisible =
  /[[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u{fffc}]--[\n\p{Variation_Selector}]]/gv
/**
 * Mathematical, full-width and circled letters, and ligatures. NFKC of the whole text would also
 * change ½, ² and ™.
 */
const styledLetters = /[\u{1d400}-\u{1d7ff}\uff01-\uff5e\ufb00-\ufb06\u24b6-\u24e9]/gu
/**
 * Unicode normalisation sorts runs of combining marks, which takes quadratic time for long runs.
 */
const stackedMarks = /(\p{M}{8})\p{M}+/gu

/** Text that is safe to store, show and classify: "\n" is its only control character. */
export function cleanText(text: string): string {
  const input = cut(text, maxInputChars)
  if (plain.test(input)) return cut(input, maxTextChars)
  const cleaned = input
    .replace(lineEnds, '\n')
    .replace(oddSpaces, ' ')
    .replace(invisible, '')
    .replace(styledLetters, (letter) => letter.normalize('NFKC'))
    .replace(stackedMarks, '$1')
  return cut(cut(cleaned, maxTextChars).normalize('NFC'), maxTextChars)
}

/** The first `max` characters, without half a surrogate pair at the end. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const last = text.charCodeAt(max - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max)
}
