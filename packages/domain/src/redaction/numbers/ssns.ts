import type { Span } from '../text/span.ts'

/**
 * Area, group and serial number as the Social Security Administration issues them, with one
 * separator.
 */
const candidate =
  /(?=\d)(?<!\d|\d[-.,/])(?!000|666|9)\d{3}(?<separator> - |[-. ]|)(?!00)\d{2}\k<separator>(?!0000)\d{4}(?!\d|[-./]\d)/g

const introduction =
  /(?:^|[^a-z])(?:s\.?s\.?n\.?|soc(?:ial)?\.? ?sec(?:urity)?\.?|social(?= ?[:#]))(?: (?:number|num|no)\.?| ?#)?(?: is| was)?\s?[:#=(-]?\s{0,3}$/i
const maxIntroductionChars = 40

/** US social security numbers. Nine digits in a row count only after words such as "SSN". */
export function findSsns(text: string): Span[] {
  const spans: Span[] = []
  for (const { 0: number, index, groups } of text.matchAll(candidate)) {
    const end = index + number.length
    if (!isSsn(text, index, end, groups?.['separator'] ?? '')) continue
    spans.push({ start: index, end })
  }
  return spans
}

function isSsn(text: string, start: number, end: number, separator: string): boolean {
  if (separator.includes('-')) return true
  const isAlone =
    !/\d $/.test(text.slice(Math.max(0, start - 2), start)) &&
    !/^,? \d/.test(text.slice(end, end + 3))
  if (separator === ' ' && isAlone) return true
  return introduction.test(text.slice(Math.max(0, start - maxIntroductionChars), start))
}
