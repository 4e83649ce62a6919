import { MessageHeaders, type NamedAddress, type Message } from '@doorman/domain/mail/message'
import { normaliseAddress } from '@doorman/domain/mail/email-address'

const header = /^([A-Za-z-]{2,40}):[ \t]*(.*)$/

/**
 * Reads pasted text as an email: the header lines at its top, if there are any, and the body below.
 * Any text can be read.
 */
export function toPastedMessage(pasted: string): Message {
  const lines = pasted.trim().split(/\r?\n/)
  const entries: [string, string][] = []
  let line = 0
  for (; line < lines.length; line++) {
    const [, name, value] = header.exec(lines[line] ?? '') ?? []
    if (name === undefined || value === undefined || !isMailHeader(name)) break
    entries.push([name, value.trim()])
  }
  const headers = new MessageHeaders(entries)
  return {
    from: toNamedAddress(headers.get('from')),
    to: [],
    cc: [],
    replyTo: toNamedAddress(headers.get('reply-to')),
    subject: headers.get('subject') ?? '',
    body: { text: lines.slice(line).join('\n').trim(), html: null },
    headers,
  }
}

/** The text of an email may begin with 'Hello:' or 'PS:', which are not headers. */
function isMailHeader(name: string): boolean {
  return /^(from|to|cc|reply-to|subject|date|sent|message-id|in-reply-to|references|list-.+|x-.+)$/i.test(
    name,
  )
}

function toNamedAddress(value: string | undefined): NamedAddress | null {
  const [, name = '', address] = /^(.*?)<?([^<>\s"]+@[^<>\s"]+)>?\s*$/.exec(value ?? '') ?? []
  if (address === undefined) return null
  return { name: name.replaceAll('"', '').trim(), address: normaliseAddress(address) }
}
