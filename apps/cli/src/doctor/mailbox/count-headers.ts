/** Headers that Doorman judges by, with the names that it looks for. */
const wantedHeaders = ['From', 'To', 'Message-ID', 'Authentication-Results'] as const

type Headers = readonly (readonly [name: string, value: string])[]

export type HeaderCounts = {
  readonly messages: number
  /** In how many messages each header is present. */
  readonly present: Readonly<Record<(typeof wantedHeaders)[number], number>>
  /** Messages with words such as `=?utf-8?q?Gr=C3=BC=C3=9Fe?=` (RFC 2047). */
  readonly encoded: number
  /** Messages with characters beyond ASCII: the provider has decoded them. */
  readonly decoded: number
}

/** Keeps nothing of the headers but counts. */
export function countHeaders(messages: readonly Headers[]): HeaderCounts {
  const count = (has: (headers: Headers) => boolean) => messages.filter(has).length
  const isPresent = (wanted: string) => (headers: Headers) =>
    headers.some(([name]) => name.toLowerCase() === wanted.toLowerCase())
  const hasValue = (pattern: RegExp) => (headers: Headers) =>
    headers.some(([name, value]) => isForPeople(name) && pattern.test(value))
  return {
    messages: messages.length,
    present: {
      From: count(isPresent('From')),
      To: count(isPresent('To')),
      'Message-ID': count(isPresent('Message-ID')),
      'Authentication-Results': count(isPresent('Authentication-Results')),
    },
    encoded: count(hasValue(/=\?[\w-]+\?[bq]\?[^?]*\?=/i)),
    decoded: count(hasValue(/[^\p{ASCII}]/u)),
  }
}

/** Headers with words of people: only these can have encoded words. */
function isForPeople(name: string): boolean {
  return /^(?:from|to|cc|reply-to|sender|subject)$/i.test(name)
}

/** "10 messages, with From in 9, To in 10 …; encoded words: raw in 2, decoded in 1" */
export function describeHeaders({ messages, present, encoded, decoded }: HeaderCounts): string {
  const parts = wantedHeaders.map((name) => `${name} in ${present[name]}`)
  const words =
    encoded + decoded === 0
      ? 'no encoded words'
      : `encoded words: raw in ${encoded}, decoded in ${decoded}`
  return `${messages} messages, with ${parts.join(', ')}; ${words}`
}
