/** A part of a redacted text: original words, or the placeholder of something masked. */
export type RedactedPart = { readonly text: string; readonly isMask: boolean }

const mask = /(\[(?:email|phone|url|card|ssn|amount|ip|account)\])/

export function toRedactedParts(redacted: string): readonly RedactedPart[] {
  return redacted
    .split(mask)
    .map((text, index) => ({ text, isMask: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
}
