/** Whatever could move the cursor, turn the reading direction or stand there unseen. */
const unsafe = /[\p{C}\p{Zl}\p{Zp}]+/gu
const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60]/u
const unseen = /\p{M}/u

/** A stranger's words, to be written amid our own. */
export function toHarmless(text: string): string {
  return text.toWellFormed().replaceAll(unsafe, ' ')
}

/** A stranger's words as a piece of one line: harmless, and exactly as many cells wide. */
export function fit(text: string, width: number): string {
  const line = toHarmless(text.slice(0, 20 * width)).trim()
  let fitting = ''
  let cells = 0
  let shortened = ''
  let shortenedCells = 0
  for (const letter of line) {
    cells += cellsOf(letter)
    if (cells > width) return `${shortened}…${' '.repeat(width - shortenedCells - 1)}`
    fitting += letter
    if (cells < width) [shortened, shortenedCells] = [fitting, cells]
  }
  return fitting + ' '.repeat(width - cells)
}

function cellsOf(letter: string): number {
  if (unseen.test(letter)) return 0
  return wide.test(letter) ? 2 : 1
}
