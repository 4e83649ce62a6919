/** A run of words: plain, `strong` or `code`. */
export type Run = { readonly kind: 'text' | 'strong' | 'code'; readonly text: string }

export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Run[])[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }

/** The detailed tables start here. Visitors read what comes before. */
const firstDetail = '\n## All figures'

/**
 * Reads the summary of `docs/model-card.md`. It understands only the Markdown that the program which
 * writes the card uses.
 */
export function readCard(markdown: string): readonly Block[] {
  const [summary = ''] = markdown.split(firstDetail)
  return summary
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('# ') && !part.startsWith('Written by `'))
    .map(toBlock)
}

function toBlock(part: string): Block {
  const lines = part.split('\n')
  if (part.startsWith('## ')) return { kind: 'heading', text: part.slice(3) }
  if (part.startsWith('- '))
    return { kind: 'list', items: lines.map((line) => toRuns(line.replace(/^- /, ''))) }
  if (part.startsWith('|'))
    return { kind: 'table', rows: lines.filter((line) => !line.startsWith('| -')).map(toCells) }
  return { kind: 'paragraph', runs: toRuns(lines.join(' ')) }
}

function toCells(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

function toRuns(text: string): Run[] {
  return text
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter((run) => run !== '')
    .map((run) => {
      if (run.startsWith('**')) return { kind: 'strong', text: run.slice(2, -2) }
      if (run.startsWith('`')) return { kind: 'code', text: run.slice(1, -1) }
      return { kind: 'text', text: run }
    })
}
