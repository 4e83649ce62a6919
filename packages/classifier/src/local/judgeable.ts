import type { RedactedText } from '@doorman/domain/redact'
import type { Relationship } from '@doorman/domain/sender-facts'
import type { Language } from './language.ts'

/** What is known of a mail besides its words. Closed values only: nothing a sender wrote gets in here. */
export type MailFacts = {
  /** `null` where no mailbox was asked, which is not the same as a stranger. */
  readonly relationship: Relationship | null
  readonly sender: 'company' | 'freemail' | 'unknown'
  readonly answersGoElsewhere: boolean
  /** `claimed`: the subject says reply or forward, and no reference to an earlier mail bears it out. */
  readonly thread: 'new' | 'continued' | 'claimed' | 'unknown'
  readonly hasListUnsubscribe: boolean
  readonly isBulk: boolean
  /** Sent by a machine, by its own account. */
  readonly isGenerated: boolean
  readonly hasTrackingPixel: boolean
  /** Where the links lead, seen from the sender's domain. */
  readonly links: 'none' | 'own-domain' | 'other-domains' | 'unknown'
  readonly namesYourCompany: boolean
  readonly namesItsOwnCompany: boolean
  readonly recipientCount: number
  readonly language: Language
}

export type Judgeable = {
  readonly subject: RedactedText
  /** All of it, quotes and signature included. */
  readonly text: RedactedText
  /** The sender's own words in it. */
  readonly ownText: RedactedText
  /** It quotes or forwards a mail of somebody else. */
  readonly hasQuote: boolean
  readonly hasUnsubscribeFooter: boolean
  readonly facts: MailFacts
}
