import { cleanLine, truncate } from '@doorman/domain/mail/clean-line'
import { MessageHeaders, type NamedAddress, type Message } from '@doorman/domain/mail/message'
import { decodeWords } from 'postal-mime'
import { findOnlyAddress, listNamedAddresses } from '../address-headers.ts'

export type TextPart = { readonly type: 'text' | 'html'; readonly content: string }

export const maxHeaderBytes = 64 * 1024
const maxBodyChars = 1024 * 1024
const maxSubjectChars = 1_000

/** Builds a message from its headers, in their original order, and its text parts. */
export function toMessage(
  entries: Iterable<readonly [name: string, value: string]>,
  parts: readonly TextPart[],
): Message {
  const headers = new MessageHeaders(withinLimit(entries))
  const from = findOnlyAddress(headers.all('from'))
  return {
    from,
    to: listNamedAddresses(headers.all('to')),
    cc: listNamedAddresses(headers.all('cc')),
    replyTo: findReplyTo(headers, from),
    subject: cleanLine(decodeWords(headers.get('subject') ?? ''), maxSubjectChars),
    body: { text: join(parts, 'text'), html: join(parts, 'html') },
    headers,
  }
}

/** A message whose body is too large to load, with its first words instead. */
export function toMessageWithExcerpt(
  entries: Iterable<readonly [name: string, value: string]>,
  excerpt: TextPart,
): Message {
  const message = toMessage(entries, [excerpt])
  return { ...message, body: { ...message.body, isExcerpt: true } }
}

/** The Message-ID with its angle brackets. Without brackets it is invalid, and counts as absent. */
export function findRfcMessageId(headers: MessageHeaders): string | null {
  return /<[^<>\s]{1,900}>/.exec(headers.get('message-id') ?? '')?.[0] ?? null
}

/** Drops headers that do not fit, instead of truncating them: half an address is wrong. */
function* withinLimit(
  entries: Iterable<readonly [string, string]>,
): Generator<readonly [string, string]> {
  let bytesLeft = maxHeaderBytes
  for (const [name, value] of entries) {
    const sizeBytes = name.length + value.length
    if (sizeBytes > bytesLeft) continue
    bytesLeft -= sizeBytes
    yield [name, value.replaceAll(/[\r\n\0]+/g, ' ').toWellFormed()]
  }
}

/**
 * Prefers an address that is not the sender's, if there are several. An unreadable Reply-To gives
 * an empty address, which is not the sender's either.
 */
function findReplyTo(headers: MessageHeaders, from: NamedAddress | null): NamedAddress | null {
  if (!headers.has('reply-to')) return null
  const all = listNamedAddresses(headers.all('reply-to'))
  const elsewhere = all.find(({ address }) => address !== from?.address)
  return elsewhere ?? all[0] ?? { name: '', address: '' }
}

function join(parts: readonly TextPart[], type: TextPart['type']): string | null {
  const contents = parts.filter((part) => part.type === type).map(({ content }) => content)
  return contents.length === 0
    ? null
    : truncate(contents.join('\n'), maxBodyChars).replaceAll('\0', '')
}
