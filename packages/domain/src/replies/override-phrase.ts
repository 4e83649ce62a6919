/** The phrase with which a filtered sender gets through. */
export const overridePhrase = "We've met before"

const request = `reply to this email with "${overridePhrase}"`

/** The sentence of a smart response that asks for the phrase. */
export const overrideSentence = `If we know each other, ${request} and your message will go back to my inbox.`

/**
 * Whether the new text of a message contains the phrase. Some mail programs do not mark quotes, so
 * our own request may be in the new text; it does not count, and neither does a clause with a
 * negation.
 */
export function saysPhrase(newWords: string): boolean {
  const own = toPlainWords(request)
  return newWords.split(clauseEnd).some((clause) => {
    const words = toPlainWords(clause).replaceAll(own, ' ')
    const found = phrase.exec(words)
    return found !== null && !negation.test(words.slice(0, found.index + 1))
  })
}

/** A single line break does not end a clause, because mail programs wrap lines anywhere. */
const clauseEnd = /[.,!?;:…]|\n[\s>|]*\n/
const phrase = / (?:weve|we have) met before /
const negation =
  / (?:not|never|dont|doesnt|didnt|cant|cannot|doubt|unlikely) | (?:if|whether|unless) $/

/** Lower-case words between single spaces, without accents, apostrophes and punctuation. */
function toPlainWords(text: string): string {
  const words = text
    .replaceAll(/['’‘‛ʼʹ′`´＇]/g, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
  return ` ${words.trim()} `
}
