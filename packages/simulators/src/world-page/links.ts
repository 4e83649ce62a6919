import { escapeHtml } from '../page.ts'

/** Where the page is mounted. The page reads only the query, not the path. */
export const root = '/dev/world/'

export function linkToMailbox(address: string, folder?: string, page = 1): string {
  return link({ mailbox: address, ...(folder && { folder }), ...(page > 1 && { page: `${page}` }) })
}

export function linkToMessage(address: string, id: string): string {
  return link({ mailbox: address, message: id })
}

export function linkToSentMessage(index: number): string {
  return link({ sent: String(index) })
}

/** The `href` attribute of a link. */
export function href(url: string): string {
  return `href="${escapeHtml(url)}"`
}

function link(query: Readonly<Record<string, string>>): string {
  return `${root}?${new URLSearchParams(query)}`
}
