import type { MessageHeaders } from './message.ts'

/** The Message-IDs that a message refers to, each once, the first message of the thread first. */
export function listReferences(headers: MessageHeaders): readonly string[] {
  const named = [...headers.all('references'), ...headers.all('in-reply-to')]
  return [...new Set(named.flatMap((header) => header.match(/<[^<>\s]{1,900}>/g) ?? []))]
}
