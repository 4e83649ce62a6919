import { escape } from '../page.ts'

/** Where the page is mounted. It looks at the query alone, so the path may be anything. */
export const root = '/dev/world/'

export function linkToMailbox(address: string, place?: string, page = 1): string {
  return link({ mailbox: address, ...(place && { place }), ...(page > 1 && { page: `${page}` }) })
}

export function linkToMail(address: string, id: string): string {
  return link({ mailbox: address, mail: id })
}

export function linkToSend(index: number): string {
  return link({ sent: String(index) })
}

/** The attribute of a link. */
export function href(url: string): string {
  return `href="${escape(url)}"`
}

function link(query: Readonly<Record<string, string>>): string {
  return `${root}?${new URLSearchParams(query)}`
}
