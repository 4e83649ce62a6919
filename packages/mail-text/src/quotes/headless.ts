import { countAttributionLines } from './attribution.ts'
import { countHeaderLines } from './headers.ts'
import { isSeparator } from './separators.ts'

/**
 * Whether a quote, at any depth, has no head that names its author: "On Monday, Pat wrote:" above
 * "> …", but nothing above a ">> …" in it. Linear time.
 */
export function hasHeadlessQuote(lines: readonly string[]): boolean {
  const depths = lines.map(toDepth)
  const texts = lines.map((line) => line.replace(/^[> ]+/, ''))
  const findNextText = (from: number) => {
    let at = from
    while (at < lines.length && texts[at] === '') at++
    return at
  }
  /** Quotes up to this depth have had a head. */
  let headedDepth = 0

  for (let at = findNextText(0); at < lines.length;) {
    const depth = depths[at] ?? 0
    if (depth > headedDepth) return true
    headedDepth = depth
    const headLines = countHeadLines(texts, at)
    const next = findNextText(at + Math.max(headLines, 1))
    const isDeeper = (depths[next] ?? 0) > depth
    if (headLines > 0 && isDeeper) headedDepth = depth + 1
    if (isSeparator(texts[at] ?? '') && countHeadLines(texts, next) === 0) return true
    at = next
  }
  return false
}

function countHeadLines(texts: readonly string[], at: number): number {
  return countHeaderLines(texts, at) || countAttributionLines(texts, at, () => true)
}

function toDepth(line: string): number {
  if (!/^ {0,3}>/.test(line)) return 0
  return (/^[> ]+/.exec(line)?.[0] ?? '').replaceAll(' ', '').length
}
