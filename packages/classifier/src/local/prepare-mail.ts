import type { Correspondent, Message } from '@doorman/domain/message'
import {
  redact,
  type RedactedText,
  type RedactionCounts,
  type RedactionLevel,
} from '@doorman/domain/redact'
import { findSkipReason, type ScreeningFacts, type SkipReason } from '@doorman/domain/skip-rules'
import { cut } from './clean-text.ts'
import type { Judgeable } from './judgeable.ts'
import { toMailFacts } from './mail-facts.ts'
import { ownWords } from './own-words.ts'
import { readBody } from './read-body.ts'
import { fold } from './tokens.ts'

/** What the mailbox and the user's settings say of a sender, before a word is read. */
export type KnownFacts = Omit<ScreeningFacts, 'ownWordCount'> & {
  /** No mailbox was asked: then a stranger is only assumed. */
  readonly isRelationshipKnown: boolean
}

export type PreparedMail =
  | { readonly kind: 'skipped'; readonly reason: SkipReason }
  | {
      readonly kind: 'judgeable'
      readonly mail: Judgeable
      readonly redactions: RedactionCounts
    }

/** From a message to what a classifier may see of it, unless a rule leaves it alone. */
export function prepareMail(
  message: Message,
  known: KnownFacts,
  level: RedactionLevel,
): PreparedMail {
  return prepareRead(message, known, level, readLater(message, level))
}

/** The same for a mail whose text may have been read before. */
export function prepareRead(
  message: Message,
  known: KnownFacts,
  level: RedactionLevel,
  read: () => ReadText,
): PreparedMail {
  const reason = findSkipReason(message, {
    ...known,
    get ownWordCount() {
      return read().own.wordCount
    },
  })
  if (reason !== null) return { kind: 'skipped', reason }

  const { body, text, own } = read()
  const subject = redact(cut(message.subject, mostSubjectChars), level)
  const facts = toMailFacts({
    message: { ...message, subject: cut(message.subject, mostSubjectChars) },
    body,
    relationship: known.isRelationshipKnown ? known.relationship : null,
  })
  return {
    kind: 'judgeable',
    mail: {
      subject: subject.text,
      text: text.text,
      ownText: partOf(own.text),
      hasQuote: own.hasQuote && !areBy(message.from, own.quoteHeads),
      hasUnsubscribeFooter: own.hasUnsubscribeFooter,
      facts,
    },
    redactions: sum(text.counts, subject.counts),
  }
}

/** More than twice the longest mail of the corpus. What stands further down is neither judged nor counted. */
const mostChars = 35_000
const mostSubjectChars = 1_000

type ReadText = ReturnType<typeof readText>

/** Reads a body when it is first asked for: most skipped mail is skipped by its envelope. */
export function readLater(message: Message, level: RedactionLevel): () => ReadText {
  let read: ReadText | null = null
  return () => (read ??= readText(message, level))
}

function readText(message: Message, level: RedactionLevel) {
  const body = readBody(message.body)
  const text = redact(cut(body.text, mostChars), level)
  return { body, text, own: ownWords(text.text) }
}

/** Who quotes only themselves was not answered. By first name and surname: one alone may be somebody else's. */
function areBy(sender: Correspondent | null, quoteHeads: readonly string[]): boolean {
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

/** Lines of redacted text are redacted text. */
function partOf(text: string): RedactedText {
  return text as RedactedText
}

function sum(one: RedactionCounts, other: RedactionCounts): RedactionCounts {
  const total: Record<string, number> = { ...one }
  for (const [kind, count] of Object.entries(other)) total[kind] = (total[kind] ?? 0) + count
  return total
}
