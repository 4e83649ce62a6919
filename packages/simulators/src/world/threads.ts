import type { MailHeaders } from './mime.ts'

/**
 * Which mail continues which conversation: one that names a known Message-ID in
 * References or In-Reply-To, under the same subject
 * (https://developers.google.com/workspace/gmail/api/guides/threads).
 */
export class ThreadIndex {
  readonly #byMessageId = new Map<string, { threadId: string; subject: string }>()
  readonly #threadIds = new Set<string>()

  add(threadId: string, headers: MailHeaders): void {
    this.#threadIds.add(threadId)
    const subject = toTopic(headers)
    for (const messageId of toMessageIds(headers.find('message-id')))
      this.#byMessageId.set(messageId, { threadId, subject })
  }

  has(threadId: string): boolean {
    return this.#threadIds.has(threadId)
  }

  findThread(headers: MailHeaders): string | null {
    const subject = toTopic(headers)
    const named = ['in-reply-to', 'references']
      .flatMap((name) => toMessageIds(headers.find(name)))
      .map((messageId) => this.#byMessageId.get(messageId))
    return named.find((earlier) => earlier?.subject === subject)?.threadId ?? null
  }
}

function toMessageIds(value: string | null): string[] {
  return value?.match(/<[^<>\s]+>/g) ?? []
}

/** The subject without `Re:` and its kin. */
function toTopic(headers: MailHeaders): string {
  const subject = headers.findText('subject') ?? ''
  return subject
    .replace(/^(?:\s*(?:re|fwd?|aw|wg|sv|antw)\s*:)+/i, '')
    .trim()
    .toLowerCase()
}
