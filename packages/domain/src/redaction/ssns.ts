import type { Span } from './span.ts'

/** Area, group and serial as the Social Security Administration gives them out, with one separator throughout. */
const candidate =
  /(?=\d)(?<!\d|\d[-.,/])(?!000|666|9)\d{3}(?<separator> - |[-. ]|)(?!00)\d{2}\k<separator>(?!0000)\d{4}(?!\d|[-./]\d)/g

const introduction =
  /(?:^|[^a-z])(?:s\.?s\.?n\.?|soc(?:ial)?\.? ?sec(?:urity)?\.?|social(?= ?[:#]))(?: (?:number|num|no)\.?| ?#)?(?: is| was)?\s?[:#=(-]?\s{0,3}$/i
const longestIntroduction = 40

/** United States social security numbers; nine digits in a row only where the words before say so. */
export function findSsns(text: string): Span[] {
  const spans: Span[] = []
  for (const { 0: number, index, groups } of text.matchAll(candidate)) {
    const end = index + number.length
    if (!isMeant(text, index, end, groups?.['separator'] ?? '')) continue
    spans.push({ start: index, end })
  }
  return spans
}

function isMeant(text: string, start: number, end: number, separator: string): boolean {
  if (separator.includes('-')) return true
  const isAlone =
    !/\d $/.test(text.slice(Math.max(0, start - 2), start)) &&
    !/^,? \d/.test(text.slice(end, end + 3))
  if (separator === ' ' && isAlone) return true
  return introduction.test(text.slice(Math.max(0, start - longestIntroduction), start))
}
