/** What a filtered sender answers to be let in. */
export const overridePhrase = "We've met before"

const request = `answer this mail with the words "${overridePhrase}"`

/** How a smart response asks for it. Nothing else of ours ever says the phrase. */
export const overrideSentence = `If we know each other, ${request} and your message will be put back into my inbox.`

/**
 * Whether somebody says that they have met the user. Takes what is new in their
 * mail; where a mail program marks no quotes, our own words may be among it, so
 * they do not count. Nor does a clause that denies it.
 */
export function saysPhrase(newWords: string): boolean {
  const own = toPlainWords(request)
  return newWords.split(clauseEnd).some((clause) => {
    const words = toPlainWords(clause).replaceAll(own, ' ')
    const found = phrase.exec(words)
    return found !== null && !denial.test(words.slice(0, found.index + 1))
  })
}

/** A line end alone ends nothing: mail programs break lines where they like. */
const clauseEnd = /[.,!?;:…]|\n[\s>|]*\n/
const phrase = / (?:weve|we have) met before /
const denial =
  / (?:not|never|dont|doesnt|didnt|cant|cannot|doubt|unlikely) | (?:if|whether|unless) $/

/** Words alone, between single spaces: without case, accents, apostrophes and the marks of a quote. */
function toPlainWords(text: string): string {
  const words = text
    .replaceAll(/['’‘‛ʼʹ′`´＇]/g, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
  return ` ${words.trim()} `
}
