import type { EarlierMessages } from '../../mailbox.ts'

/** Messages that the user sent to this address or domain. `null` if it contains no word. */
export function toRecipientQuery(addressOrDomain: string): string | null {
  const phrase = toPhrase(addressOrDomain)
  return phrase && `in:sent to:${phrase}`
}

export function toSenderQuery({ from, before }: EarlierMessages): string | null {
  const phrase = toPhrase(from)
  return (
    phrase && `from:${phrase} -in:sent -in:drafts before:${Math.floor(before.getTime() / 1000)}`
  )
}

/**
 * Quotes the text, so that no operator in it has an effect. A quote cannot be escaped and is
 * removed. Gmail compares word by word, so a match may only resemble the text.
 * https://support.google.com/mail/answer/7190
 */
function toPhrase(text: string): string | null {
  const phrase = text.replaceAll(/["\p{C}\s]+/gu, ' ').trim()
  return /[\p{L}\p{N}]/u.test(phrase) ? `"${phrase}"` : null
}

/** Keeps a query within the length that Gmail accepts. */
const idsPerQuery = 10
/** The sender chooses how many messages a thread names. The first and the newest are enough. */
const maxIds = 50
const plainId = /^<([\w.!#$%&'*+/=?^`~@-]{1,250})>$/

/** Messages that the user sent with one of these ids. Leaves out ids that no mail program makes. */
export function toMessageIdQueries(rfcMessageIds: readonly string[]): readonly string[] {
  const plain = rfcMessageIds.flatMap((id) => plainId.exec(id)?.[1] ?? [])
  const ids = [...new Set([...plain.slice(0, 1), ...plain.slice(1).slice(1 - maxIds)])]
  const queries: string[] = []
  for (let start = 0; start < ids.length; start += idsPerQuery) {
    const terms = ids.slice(start, start + idsPerQuery).map((id) => `rfc822msgid:${id}`)
    queries.push(`in:sent (${terms.join(' OR ')})`)
  }
  return queries
}
