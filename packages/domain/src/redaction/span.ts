/** A piece of a text, from `start` up to but not including `end`. */
export type Span = { readonly start: number; readonly end: number }

/** Finds one kind of thing in legible text. Spans come in order and do not overlap. */
export type Finder = (text: string) => readonly Span[]

/**
 * Stands for every character of what is already masked. It is a noncharacter,
 * is invisible in legible text, and belongs to no number, word or address.
 */
export const hidden = '\uFFFF'

/** Blanks the spans, so that nothing else is found in them or across them. */
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
