import type { Claim, ClaimNote, Claims } from '@doorman/content/site-shape'

export type Footnote = ClaimNote & { readonly number: number }

/** The notes of the claims that are shown, each once, numbered in the order of the page. */
export function toFootnotes(claims: Claims): readonly Footnote[] {
  const notes = Object.values(claims).flatMap((claim) => (claim ? [claim.note] : []))
  const distinct = new Map(notes.map((note) => [note.text, note]))
  return [...distinct.values()].map((note, index) => ({ ...note, number: index + 1 }))
}

/** The number of the claim's note on the page. */
export function toMark(claims: Claims, { note }: Claim): number {
  return toFootnotes(claims).find(({ text }) => text === note.text)?.number ?? 0
}

/** A claim that the operator has removed leaves no gap. */
export function toShown(claims: readonly (Claim | null)[]): readonly Claim[] {
  return claims.filter((claim) => claim !== null)
}
