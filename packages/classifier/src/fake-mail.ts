import { redact } from '@doorman/domain/redact'
import { stranger } from '@doorman/domain/sender-facts'
import type { Judgeable, MailFacts } from './local/judgeable.ts'

export const fakeFacts: MailFacts = {
  relationship: stranger,
  sender: 'company',
  answersGoElsewhere: false,
  thread: 'new',
  hasListUnsubscribe: false,
  isBulk: false,
  isGenerated: false,
  hasTrackingPixel: false,
  links: 'none',
  namesYourCompany: false,
  namesItsOwnCompany: false,
  recipientCount: 1,
  language: 'en',
}

/** A mail to judge that is all its sender's own words. */
export function fakeMail(text: string, subject = 'Pallets', facts = fakeFacts): Judgeable {
  const redacted = redact(text, 'basic').text
  return {
    subject: redact(subject, 'basic').text,
    text: redacted,
    ownText: redacted,
    hasQuote: false,
    hasUnsubscribeFooter: false,
    facts,
  }
}
