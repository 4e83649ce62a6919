import type { MessageHeaders } from './message.ts'

/** The mails that a mail says it follows, by Message-ID, each once: the one that began the thread first. */
export function listReferences(headers: MessageHeaders): readonly string[] {
  const named = [...headers.all('references'), ...headers.all('in-reply-to')]
  return [...new Set(named.flatMap((header) => header.match(/<[^<>\s]{1,900}>/g) ?? []))]
}
