import { MessageHeaders, type Correspondent, type Message } from '@doorman/domain/message'
import { decodeWords } from 'postal-mime'
import { cleanLine, cut } from './clean-line.ts'
import { findOnlyCorrespondent, listCorrespondents } from './correspondents.ts'

export type TextPart = { readonly type: 'text' | 'html'; readonly content: string }

export const maxHeaderBytes = 64 * 1024
export const maxBodyChars = 1024 * 1024
const maxSubjectChars = 1_000

/** A message from what a provider, or the mail itself, says: headers as they came, in order, and the parts to read. */
export function toMessage(
  entries: Iterable<readonly [name: string, value: string]>,
  parts: readonly TextPart[],
): Message {
  const headers = new MessageHeaders(withinLimit(entries))
  const from = findOnlyCorrespondent(headers.all('from'))
  return {
    from,
    to: listCorrespondents(headers.all('to')),
    cc: listCorrespondents(headers.all('cc')),
    replyTo: findReplyTo(headers, from),
    subject: cleanLine(decodeWords(headers.get('subject') ?? ''), maxSubjectChars),
    body: { text: join(parts, 'text'), html: join(parts, 'html') },
    headers,
  }
}

/** The Message-ID, brackets included. One without brackets cannot be answered and counts as none. */
export function findMessageId(headers: MessageHeaders): string | null {
  return /<[^<>\s]{1,900}>/.exec(headers.get('message-id') ?? '')?.[0] ?? null
}

/** Whatever does not fit is left out whole: half an address is somebody else's. */
function* withinLimit(
  entries: Iterable<readonly [string, string]>,
): Generator<readonly [string, string]> {
  let left = maxHeaderBytes
  for (const [name, value] of entries) {
    const sizeBytes = name.length + value.length
    if (sizeBytes > left) continue
    left -= sizeBytes
    yield [name, value.replaceAll(/[\r\n\0]+/g, ' ').toWellFormed()]
  }
}

/** Where there are several, one that is not the sender; where nobody can be made out, nobody's address, which is not theirs either. */
function findReplyTo(headers: MessageHeaders, from: Correspondent | null): Correspondent | null {
  if (!headers.has('reply-to')) return null
  const all = listCorrespondents(headers.all('reply-to'))
  const elsewhere = all.find(({ address }) => address !== from?.address)
  return elsewhere ?? all[0] ?? { name: '', address: '' }
}

function join(parts: readonly TextPart[], type: TextPart['type']): string | null {
  const contents = parts.filter((part) => part.type === type).map(({ content }) => content)
  return contents.length === 0 ? null : cut(contents.join('\n'), maxBodyChars).replaceAll('\0', '')
}
