import { cleanLine, truncate } from '@doorman/domain/mail/clean-line'

/** Letters with many accents reach into the lines above and below. */
const stackedMarks = /(\p{M}{3})\p{M}+/gu
/** What makes mail programs take words for a link: a dot or @ inside a word, or `://`. */
const linkParts = /(?<=\S)(?=[.@．。｡＠]\S|:\/\/)/gu
/** Invisible. Unlike a zero width space it is not allowed in domain names, so no link results. */
const zeroWidthNonJoiner = '\u200c'

/**
 * Words of a stranger, such as the subject of a filtered email, as one line that no mail program
 * turns into a link. The templates escape markup.
 */
export function toStrangersText(text: string, maxChars: number): string {
  const line = cleanLine(text.replace(stackedMarks, '$1'), maxChars + 2)
  const shown = line.length > maxChars ? `${truncate(line, maxChars - 1).trimEnd()}…` : line
  return shown.replace(linkParts, zeroWidthNonJoiner)
}
