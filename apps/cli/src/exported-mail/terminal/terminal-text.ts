/** Characters that could move the cursor, change the reading direction or be invisible. */
const unsafe = /[\p{C}\p{Zl}\p{Zp}]+/gu
const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60]/u
const unseen = /\p{M}/u

/** Makes text from a file safe to print on a terminal. */
export function sanitise(text: string): string {
  return text.toWellFormed().replaceAll(unsafe, ' ')
}

/** Makes text safe and pads or shortens it to exactly `width` terminal cells. */
export function fit(text: string, width: number): string {
  const line = sanitise(text.slice(0, 20 * width)).trim()
  let fitting = ''
  let cells = 0
  let shortened = ''
  let shortenedCells = 0
  for (const character of line) {
    cells += cellsOf(character)
    if (cells > width) return `${shortened}…${' '.repeat(width - shortenedCells - 1)}`
    fitting += character
    if (cells < width) [shortened, shortenedCells] = [fitting, cells]
  }
  return fitting + ' '.repeat(width - cells)
}

function cellsOf(character: string): number {
  if (unseen.test(character)) return 0
  return wide.test(character) ? 2 : 1
}
