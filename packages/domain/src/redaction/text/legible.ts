import type { Span } from './span.ts'

/**
 * A text as a reader sees it, in plain characters, with a way to map findings back to the original.
 */
type Legible = {
  readonly text: string
  readonly hasInvisible: boolean
  readonly toOriginal: <Found extends Span>(spans: readonly Found[]) => Found[]
}

const unusual = /[^\t\n\r -~]+/g

/**
 * Characters that show no glyph: controls, joiners, bidi marks, fillers, variation selectors,
 * accents.
 */
const invisible =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- each is meant on its own
  /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\xAD\u0300-\u036F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20FF\u3164\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF\uFFA0\uFFF0-\uFFFB\uFFFE\uFFFF]+|(?:\uDB40[\uDC00-\uDFFF])+/g

const lookAlike =
  /[[\p{Nd}--[0-9]]\xA0\u02BC\u1680\u2000-\u200A\u2010-\u2015\u2018\u2019\u2024\u2028\u2029\u202F\u2043\u2044\u205F\u2212\u2215\u2236\u3000\u3002\uFE52\uFE55\uFE58\uFE62\uFE63\uFE6B\uFF01-\uFF5E\uFF61\u{1D400}-\u{1D7FF}]/gv

const plain: Readonly<Record<string, string>> = Object.fromEntries(
  [
    [
      ' ',
      '\xA0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000',
    ],
    ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\uFE58\uFE63'],
    ["'", '\u02BC\u2018\u2019'],
    ['.', '\u2024\u3002\uFE52\uFF61'],
    ['/', '\u2044\u2215'],
    [':', '\u2236\uFE55'],
    ['+', '\uFE62'],
    ['@', '\uFE6B'],
    ['\n', '\u2028\u2029'],
  ].flatMap(([to = '', from = '']) => Array.from(from, (character) => [character, to])),
)

/**
 * Replaces look-alikes of digits, spaces, dashes and dots by the plain character, and invisible
 * characters by `invisibleAs`, so that no finder needs to know about them.
 */
export function toLegible(original: string, invisibleAs: '' | ' '): Legible {
  const cache = new Map<string, string>()
  const cuts: Cut[] = []
  let removed = 0
  const text = original.replace(unusual, (run: string, start: number) =>
    run
      .replace(lookAlike, (character) => toPlain(character, cache))
      .replace(invisible, (unseen: string, at: number) => {
        const cut = unseen.length - invisibleAs.length
        cuts.push({ at: start + at - removed + invisibleAs.length, length: cut })
        removed += cut
        return invisibleAs
      }),
  )
  return { text, hasInvisible: cuts.length > 0, toOriginal: (spans) => shift(spans, cuts) }
}

/** `length` characters of the original are missing before `at`. */
type Cut = { readonly at: number; readonly length: number }

/** A span that ends where invisible characters were cut includes them. */
function shift<Found extends Span>(spans: readonly Found[], cuts: readonly Cut[]): Found[] {
  let next = 0
  let removed = 0
  const toOriginal = (index: number) => {
    for (let cut = cuts[next]; cut !== undefined && cut.at <= index; cut = cuts[++next])
      removed += cut.length
    return index + removed
  }
  return spans.map((span) => ({
    ...span,
    start: toOriginal(span.start),
    end: toOriginal(span.end),
  }))
}

/** The result is as long as `character`, so that positions in the text stay the same. */
function toPlain(character: string, cache: Map<string, string>): string {
  const simple = cache.get(character) ?? plain[character] ?? simplify(character)
  cache.set(character, simple)
  return simple
}

function simplify(character: string): string {
  const composed = character.normalize('NFKC')
  const simple = composed.length === 1 ? composed : character
  const digit = /^\p{Nd}$/u.test(simple) ? String(digitValue(simple)) : simple
  return digit.padEnd(character.length, '\u200B')
}

/** Unicode encodes the digits of every script as ten consecutive code points, zero first. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value++
  return value
}
