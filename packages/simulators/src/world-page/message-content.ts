import { escapeHtml } from '../page.ts'
import { findBody, listParts, readHeaders, readMime, type MimePart } from '../world/message/mime.ts'
import { shorten } from './message-row.ts'

const maxTextLength = 100_000
const maxHeaderLength = 5_000
const maxHeaders = 500

/**
 * A message's text, HTML source, attachment names and headers. No HTML of the message is rendered.
 */
export function showContent(raw: Uint8Array): string {
  const mime = readMime(raw)
  const text = findBody(mime, 'text/plain')
  const html = findBody(mime, 'text/html')
  return `${text === null && html !== null ? '' : block(text ?? '')}
    ${html === null ? '' : `<h2>HTML source</h2>${block(html)}`}
    ${listAttachments(mime)}
    <h2>Headers</h2>
    <table class="world-headers"><tbody>${listHeaders(raw)}</tbody></table>`
}

function block(text: string): string {
  return `<pre>${escapeHtml(shorten(text.trim(), maxTextLength)) || 'No text'}</pre>`
}

function listAttachments(mime: MimePart): string {
  const rows = listParts(mime)
    .filter(({ filename }) => filename !== '')
    .map(
      ({ filename, mimeType, body }) =>
        `<li><span>${escapeHtml(shorten(filename, 300))}</span>
        <small>${escapeHtml(mimeType)}, ${body.length} bytes</small></li>`,
    )
  return rows.length === 0 ? '' : `<h2>Attachments</h2><ul>${rows.join('')}</ul>`
}

function listHeaders(raw: Uint8Array): string {
  const { list } = readHeaders(raw)
  const rows = list
    .slice(0, maxHeaders)
    .map(({ name, value }) =>
      row(escapeHtml(shorten(name, 300)), escapeHtml(shorten(value, maxHeaderLength))),
    )
  const left = list.length - rows.length
  return rows.join('') + (left > 0 ? row('…', `${left} more`) : '')
}

function row(name: string, value: string): string {
  return `<tr><th scope="row">${name}</th><td>${value}</td></tr>`
}
