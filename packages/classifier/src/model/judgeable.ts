import type { RedactedText } from '@doorman/domain/redaction/redact'
import type { Relationship } from '@doorman/domain/screening/sender-facts'
import type { Language } from './language.ts'

/** Facts about a message besides its words. Fixed values only, no text by the sender. */
export type MessageFacts = {
  /** `null` if no mailbox was searched: the sender may or may not be a stranger. */
  readonly relationship: Relationship | null
  readonly sender: 'company' | 'freemail' | 'unknown'
  /** Reply-To names another domain than From. */
  readonly answersGoElsewhere: boolean
  /** `claimed`: the subject says reply or forward, but no header refers to an earlier message. */
  readonly thread: 'new' | 'continued' | 'claimed' | 'unknown'
  readonly hasListUnsubscribe: boolean
  readonly isBulk: boolean
  /** Sent by a machine, according to its Auto-Submitted header. */
  readonly isGenerated: boolean
  readonly hasTrackingPixel: boolean
  /** Where the links lead, compared with the sender's domain. */
  readonly links: 'none' | 'own-domain' | 'other-domains' | 'unknown'
  readonly namesYourCompany: boolean
  readonly namesItsOwnCompany: boolean
  readonly recipientCount: number
  readonly language: Language
}

/** The parts of a message that a classifier may see. */
export type Judgeable = {
  readonly subject: RedactedText
  /** The whole text, quotes and signature included. */
  readonly text: RedactedText
  /** The part of `text` that the sender wrote: no quotes, signature or footers. */
  readonly ownText: RedactedText
  /** The message quotes or forwards a text that someone else wrote. */
  readonly hasQuote: boolean
  readonly hasUnsubscribeFooter: boolean
  readonly facts: MessageFacts
}
