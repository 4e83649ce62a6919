import { escapeHtml } from '../../page.ts'

/** Plain text as HTML, in the format that Exchange uses. */
export function toHtml(text: string): string {
  const lines = escapeHtml(text).replaceAll('\r\n', '\n').replaceAll('\n', '<br>\r\n')
  return `<html><head>\r\n<meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body>\r\n<div class="PlainText">${lines}</div>\r\n</body></html>`
}

/** HTML without its tags. Exchange's line breaks may differ. */
export function toPlainText(html: string): string {
  return html
    .replace(/<(style|script|head)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<br\s*\/?>|<\/(p|div|tr|li|h[1-6])>/gi, '\r\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(nbsp|lt|gt|quot|amp|#\d+);/g, (_entity, name: string) => toCharacter(name))
}

const named: Readonly<Record<string, string>> = {
  nbsp: ' ',
  lt: '<',
  gt: '>',
  quot: '"',
  amp: '&',
}

function toCharacter(name: string): string {
  return named[name] ?? String.fromCodePoint(Math.min(Number(name.slice(1)), 0x10ffff))
}
