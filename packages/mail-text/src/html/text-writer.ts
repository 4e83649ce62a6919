const maxQuoteLevels = 10
const maxListLevels = 5

export type TextWriter = {
  /** Adds text in which whitespace is already collapsed. */
  readonly write: (text: string) => void
  readonly space: () => void
  /** Ends the line; with 2, leaves a blank line too. */
  readonly breakLine: (breaks: 1 | 2) => void
  /** A `<br>`: two of them make a blank line. */
  readonly addBreak: () => void
  readonly bullet: (listLevel: number) => void
  readonly isFull: () => boolean
  readonly toText: () => string
}

/**
 * Writes lines of text. Each begins with one "> " per level of quoting that `quoteLevel` returns.
 */
export function createTextWriter(maxChars: number, quoteLevel: () => number): TextWriter {
  const parts: string[] = []
  let length = 0
  let breaks = 0
  let hasSpace = false
  let isLineStart = true
  let bulletLevel = 0

  function add(part: string): void {
    parts.push(part)
    length += part.length
  }

  function startLine(): void {
    const quotes = Math.min(quoteLevel(), maxQuoteLevels)
    if (quotes > 0) add('> '.repeat(quotes))
    if (bulletLevel > 0) add('  '.repeat(Math.min(bulletLevel - 1, maxListLevels)) + '- ')
    bulletLevel = 0
  }

  return {
    write(text) {
      if (text === '') return
      if (text === ' ') {
        hasSpace = true
        return
      }
      if (breaks > 0 && length > 0) {
        add(breaks > 1 ? '\n\n' : '\n')
        isLineStart = true
      }
      breaks = 0
      if (isLineStart) startLine()
      else if (hasSpace && !text.startsWith(' ')) add(' ')
      add(isLineStart ? text.trim() : text.trimEnd())
      hasSpace = text.endsWith(' ')
      isLineStart = false
    },
    space() {
      hasSpace = true
    },
    breakLine(count) {
      breaks = Math.max(breaks, count)
    },
    addBreak() {
      breaks = Math.min(breaks + 1, 2)
    },
    bullet(listLevel) {
      breaks = Math.max(breaks, 1)
      bulletLevel = Math.max(listLevel, 1)
    },
    isFull: () => length >= maxChars,
    toText: () => parts.join(''),
  }
}
