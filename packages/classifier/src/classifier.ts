import type { Verdict } from '@doorman/domain/decide'
import type { RedactedText } from '@doorman/domain/redact'
import type { Relationship } from '@doorman/domain/sender-facts'

/** What is known of a mail besides its words. Closed values only: nothing a sender wrote gets in here. */
export type MailFacts = {
  /** `null` where no mailbox was asked, which is not the same as a stranger. */
  readonly relationship: Relationship | null
  readonly sender: 'company' | 'freemail' | 'unknown'
  readonly answersGoElsewhere: boolean
  /** `claimed`: the subject says reply or forward, and no reference to an earlier mail bears it out. */
  readonly thread: 'new' | 'continued' | 'claimed' | 'unknown'
  readonly hasListUnsubscribe: boolean
  /** Where the links lead, seen from the sender's domain. */
  readonly links: 'none' | 'own-domain' | 'other-domains' | 'unknown'
  readonly recipientCount: number
  readonly language: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'it' | 'nl' | 'other' | 'unknown'
}

export type Judgeable = {
  readonly subject: RedactedText
  readonly text: RedactedText
  readonly facts: MailFacts
}

/** Judges one message. Takes only redacted text, so an unredacted one does not compile. */
export type Classifier = {
  classify(mail: Judgeable): Promise<Verdict>
}
