import type { EarlierMail } from '../mailbox.ts'

/** Mail the user sent to this address, or to somebody at this domain. */
export function toRecipientQuery(addressOrDomain: string): string | null {
  const phrase = toPhrase(addressOrDomain)
  return phrase && `in:sent to:${phrase}`
}

export function toSenderQuery({ from, before }: EarlierMail): string | null {
  const phrase = toPhrase(from)
  return (
    phrase && `from:${phrase} -in:sent -in:drafts before:${Math.floor(before.getTime() / 1000)}`
  )
}

/**
 * Within quotes nothing but a quote means anything, and there is no way to escape
 * one, so it goes. Gmail compares words: what is found only resembles what was
 * asked for. `null` where there is no word.
 * https://support.google.com/mail/answer/7190
 */
function toPhrase(text: string): string | null {
  const phrase = text.replaceAll(/["\p{C}\s]+/gu, ' ').trim()
  return /[\p{L}\p{N}]/u.test(phrase) ? `"${phrase}"` : null
}

/** So many that a query stays within what Gmail takes. */
const idsPerQuery = 10
/** A thread may name as many mails as its sender likes; the first and the newest tell enough. */
const maxIds = 50
const plainId = /^<([\w.!#$%&'*+/=?^`~@-]{1,250})>$/

/** Mail the user sent under one of these Message-IDs. Those that no mailer makes are left out. */
export function toMessageIdQueries(messageIds: readonly string[]): readonly string[] {
  const plain = messageIds.flatMap((id) => plainId.exec(id)?.[1] ?? [])
  const ids = [...new Set([...plain.slice(0, 1), ...plain.slice(1).slice(1 - maxIds)])]
  const queries: string[] = []
  for (let start = 0; start < ids.length; start += idsPerQuery) {
    const terms = ids.slice(start, start + idsPerQuery).map((id) => `rfc822msgid:${id}`)
    queries.push(`in:sent (${terms.join(' OR ')})`)
  }
  return queries
}
