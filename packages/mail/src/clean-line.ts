/** Line ends and other controls, NUL among them, which PostgreSQL refuses. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** What turns the reading direction or takes no room: with it a line looks like another. Joiners stay, for emoji and for scripts that need them. */
const disguises = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** One line that is fit for the database and the screen, of text that is well formed. */
export function cleanLine(text: string, maxChars: number): string {
  const cleaned = cut(text, maxChars * 4)
    .replace(controls, ' ')
    .replace(disguises, '')
  return cut(cleaned.trim(), maxChars)
}

/** The first `maxChars` characters, without half a surrogate pair at the end. */
export function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const last = text.charCodeAt(maxChars - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxChars - 1 : maxChars)
}
