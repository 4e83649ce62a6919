/** Line breaks and other control characters. PostgreSQL rejects NUL. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/**
 * Invisible characters and those that change the reading direction: they make one text look like
 * another. Joiners stay, because emoji and some scripts need them.
 */
const disguises = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** One line that is safe to store and to show. */
export function cleanLine(text: string, maxChars: number): string {
  const cleaned = truncate(text, maxChars * 4)
    .replace(controls, ' ')
    .replace(disguises, '')
  return truncate(cleaned.trim(), maxChars)
}

/** The first `maxChars` characters. Never ends with half a surrogate pair. */
export function truncate(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const last = text.charCodeAt(maxChars - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxChars - 1 : maxChars)
}
