import type { NamedAddress, Message } from '@doorman/domain/mail/message'
import { isOwnAddress } from '@doorman/domain/mail/own-addresses'
import {
  redact,
  type RedactedText,
  type RedactionCounts,
  type RedactionLevel,
} from '@doorman/domain/redaction/redact'
import { minWordsToJudge } from '@doorman/domain/screening/keep-rules'
import type { Relationship } from '@doorman/domain/screening/sender-facts'
import { cut } from '@doorman/mail-text/clean-text'
import {
  listQuoteHeads,
  ownAndQuotedWords,
  ownWords,
  type OwnWords,
} from '@doorman/mail-text/own-words'
import { readBody } from '@doorman/mail-text/read-body'
import type { Judgeable } from './judgeable.ts'
import { toMessageFacts } from './message-facts.ts'
import { fold } from './tokens.ts'

/**
 * More than twice the longest message of the corpus. Text beyond it is neither judged nor counted.
 */
const maxChars = 35_000
const maxSubjectChars = 1_000

/** The body of a message, read and redacted. */
export type ReadText = ReturnType<typeof readText>

export function readText(message: Message, level: RedactionLevel) {
  const body = readBody(message.body)
  const readable = cut(body.text, maxChars)
  const { text, counts } = redact(readable, level)
  const own = ownWords(text)
  // "Any thoughts?" above the sender's own quoted pitch says nothing without the pitch.
  const isBump = own.wordCount < minWordsToJudge && own.hasQuote && quotesItself(message, readable)
  return { body, text, counts, level, own: isBump ? toBump(text) : own, isBump }
}

/** Whether all quotes are the sender's own earlier messages, so nobody has replied. */
function quotesItself({ from }: Message, text: string): boolean {
  // The text before redaction: mail programs name the writer of a quote by address.
  const quoteHeads = listQuoteHeads(text)
  if (from === null || quoteHeads.length === 0) return false
  return quoteHeads.every((head) => {
    const addresses = head.match(anyAddress) ?? []
    return addresses.length > 0
      ? addresses.every((address) => isOwnAddress(address, [from.address]))
      : areAllBy(from, [head])
  })
}

const anyAddress = /[^\s<>@,;:"'()[\]]{1,64}@[^\s<>@,;:"'()[\]]{1,255}/g

/** `hasQuote` means "quotes someone else", and a bump doesn't. */
function toBump(text: string): OwnWords {
  return { ...ownAndQuotedWords(text, minWordsToJudge), hasQuote: false }
}

/** The parts of a message that a classifier may see, and counts of the redacted items. */
export function toJudgeable(
  message: Message,
  { body, text, counts, level, own }: ReadText,
  relationship: Relationship | null,
): { readonly judgeable: Judgeable; readonly redactions: RedactionCounts } {
  const shortSubject = cut(message.subject, maxSubjectChars)
  const subject = redact(shortSubject, level)
  return {
    judgeable: {
      subject: subject.text,
      text,
      // Lines of redacted text are redacted text.
      ownText: own.text as RedactedText,
      hasQuote: own.hasQuote && !areAllBy(message.from, own.quoteHeads),
      hasUnsubscribeFooter: own.hasUnsubscribeFooter,
      facts: toMessageFacts({ ...message, subject: shortSubject }, body, relationship),
    },
    redactions: sum(counts, subject.counts),
  }
}

/**
 * Whether the sender wrote all quotes, so none shows that someone replied. Compares first name and
 * surname: one of them alone may belong to someone else.
 */
function areAllBy(sender: NamedAddress | null, quoteHeads: readonly string[]): boolean {
  const name = toNameWords(sender?.name ?? '')
  if (name.length < 2 || quoteHeads.length === 0) return false
  return quoteHeads.every((head) => {
    const words = new Set(toNameWords(head))
    return name.every((word) => words.has(word))
  })
}

function toNameWords(text: string): string[] {
  return fold(text).match(/\p{L}+/gu) ?? []
}

function sum(one: RedactionCounts, other: RedactionCounts): RedactionCounts {
  const total: Record<string, number> = { ...one }
  for (const [kind, count] of Object.entries(other)) total[kind] = (total[kind] ?? 0) + count
  return total
}
