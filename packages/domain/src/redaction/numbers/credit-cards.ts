import { isCardNumber } from './card-networks.ts'
import type { Span } from '../text/span.ts'

const minNumberDigits = 12
const maxNumberDigits = 19
/** E.164 allows 15 digits, so a longer number after a plus is a card number. */
const maxPhoneDigits = 15

/**
 * The first group of a card number, or its first digit if digits are separated. Not a fraction such
 * as 0.4111111111111111.
 */
const opening = /(?=[2-9])(?<!\d|\d[.,])(?:\d{4,19}(?!\d)|(?<!\d[ -])\d(?=[ -]\d[ -]))/g
const nextGroup = /(?: {1,3}| ?[-.] ?| ?\r?\n)(\d{1,6})(?!\d)/y
/**
 * Cards are printed in groups of four to six digits. Longer groups side by side are columns of a
 * table.
 */
const maxGroupDigits = 6

/** Card numbers in one piece or in groups, recognised by network, length and Luhn checksum. */
export function findCreditCards(text: string): Span[] {
  const spans: Span[] = []
  for (const { 0: first, index } of text.matchAll(opening)) {
    if (index < (spans.at(-1)?.end ?? 0)) continue
    const end = findEnd(text, index, first)
    if (end !== null) spans.push({ start: index, end })
  }
  return spans
}

/** The end of the longest card number that begins with this group. */
function findEnd(text: string, start: number, first: string): number | null {
  const isSingle = first.length === 1
  let digits = first
  let end = start + first.length
  let found: number | null = null
  for (;;) {
    if (isCard(digits, text[start - 1] === '+')) found = end
    if (first.length > maxGroupDigits) return found
    nextGroup.lastIndex = end
    const match = nextGroup.exec(text)
    const group = match?.[1] ?? ''
    digits += group
    end = nextGroup.lastIndex
    const isGrouped = isSingle ? group.length === 1 : group.length >= 3
    if (!match || digits.length > maxNumberDigits) return found
    if (!isGrouped) return isCard(digits, text[start - 1] === '+') ? end : found
  }
}

function isCard(digits: string, isAfterPlus: boolean): boolean {
  return (
    digits.length >= (isAfterPlus ? maxPhoneDigits + 1 : minNumberDigits) && isCardNumber(digits)
  )
}
