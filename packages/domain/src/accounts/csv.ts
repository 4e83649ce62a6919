/** Begins a CSV file. Without it, Excel does not read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Spreadsheets run a cell that begins like this as a formula. */
const formulaStart = /^[=+\-@＝＋－＠\t\r\n]/
/**
 * In many countries Excel splits cells at semicolons and then ignores our quotes: text after a
 * semicolon, a tab or a line break in a cell may become a separate cell.
 */
const formulaAfterBreak = /[;\t\r\n](?=[=+\-@＝＋－＠])/g

/** One line of a CSV file (RFC 4180). Text that a spreadsheet would run is marked as text. */
export function toCsvLine(values: readonly unknown[]): string {
  return `${values.map(toCell).join(',')}\r\n`
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text =
    typeof value === 'string'
      ? value
      : value instanceof Date
        ? value.toISOString()
        : JSON.stringify(value)
  const marked = formulaStart.test(text) ? `'${text}` : text
  const safe = marked.replace(formulaAfterBreak, "$&'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
