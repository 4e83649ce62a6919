import type { MessageHeaders } from '../message/mime.ts'

/**
 * Assigns messages to threads. A message joins a thread when its References or
 * In-Reply-To contains a known Message-ID and its subject is the same
 * (https://developers.google.com/workspace/gmail/api/guides/threads).
 */
export class ThreadIndex {
  readonly #byRfcMessageId = new Map<string, { threadId: string; subject: string }>()
  readonly #threadIds = new Set<string>()

  add(threadId: string, headers: MessageHeaders): void {
    this.#threadIds.add(threadId)
    const subject = toTopic(headers)
    for (const rfcMessageId of toRfcMessageIds(headers.find('message-id')))
      this.#byRfcMessageId.set(rfcMessageId, { threadId, subject })
  }

  has(threadId: string): boolean {
    return this.#threadIds.has(threadId)
  }

  findThread(headers: MessageHeaders): string | null {
    const subject = toTopic(headers)
    const named = ['in-reply-to', 'references']
      .flatMap((name) => toRfcMessageIds(headers.find(name)))
      .map((rfcMessageId) => this.#byRfcMessageId.get(rfcMessageId))
    return named.find((earlier) => earlier?.subject === subject)?.threadId ?? null
  }
}

function toRfcMessageIds(value: string | null): string[] {
  return value?.match(/<[^<>\s]+>/g) ?? []
}

/** The subject without `Re:`, `Fwd:` and their translations. */
function toTopic(headers: MessageHeaders): string {
  const subject = headers.findText('subject') ?? ''
  return subject
    .replace(/^(?:\s*(?:re|fwd?|aw|wg|sv|antw)\s*:)+/i, '')
    .trim()
    .toLowerCase()
}
