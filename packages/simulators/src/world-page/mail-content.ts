import { escape } from '../page.ts'
import { findBody, listParts, readHeaders, readMime, type MimePart } from '../world/mime.ts'
import { shorten } from './mail-row.ts'

const longestText = 100_000
const longestHeader = 5_000
const mostHeaders = 500

/** A mail's text, HTML as its source, attachments by name, and every header. Nothing of it is rendered. */
export function showContent(raw: Uint8Array): string {
  const mime = readMime(raw)
  const text = findBody(mime, 'text/plain')
  const html = findBody(mime, 'text/html')
  return `${text === null && html !== null ? '' : block(text ?? '')}
    ${html === null ? '' : `<h2>HTML, as it was written</h2>${block(html)}`}
    ${listAttachments(mime)}
    <h2>Headers</h2>
    <table class="world-headers"><tbody>${listHeaders(raw)}</tbody></table>`
}

function block(text: string): string {
  return `<pre>${escape(shorten(text.trim(), longestText)) || 'No text'}</pre>`
}

function listAttachments(mime: MimePart): string {
  const rows = listParts(mime)
    .filter(({ filename }) => filename !== '')
    .map(
      ({ filename, mimeType, body }) =>
        `<li><span>${escape(shorten(filename, 300))}</span>
        <small>${escape(mimeType)}, ${body.length} bytes</small></li>`,
    )
  return rows.length === 0 ? '' : `<h2>Attachments</h2><ul>${rows.join('')}</ul>`
}

function listHeaders(raw: Uint8Array): string {
  const { list } = readHeaders(raw)
  const rows = list
    .slice(0, mostHeaders)
    .map(({ name, value }) =>
      row(escape(shorten(name, 300)), escape(shorten(value, longestHeader))),
    )
  const left = list.length - rows.length
  return rows.join('') + (left > 0 ? row('…', `${left} more`) : '')
}

function row(name: string, value: string): string {
  return `<tr><th scope="row">${name}</th><td>${value}</td></tr>`
}
