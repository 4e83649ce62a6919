/** A part of a text, from `start` to `end` exclusive. */
export type Span = { readonly start: number; readonly end: number }

/** Finds one kind of personal data in legible text. The spans are in order and do not overlap. */
export type Finder = (text: string) => readonly Span[]

/**
 * Replaces every character that is already masked. A Unicode noncharacter: it is part of no number,
 * word or address.
 */
export const hidden = '\uFFFF'

/** Hides the spans, so that no finder finds anything in them or across them. */
export function hide(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text
  const parts: string[] = []
  let last = 0
  for (const { start, end } of spans) {
    parts.push(text.slice(last, start), hidden.repeat(end - start))
    last = end
  }
  parts.push(text.slice(last))
  return parts.join('')
}
