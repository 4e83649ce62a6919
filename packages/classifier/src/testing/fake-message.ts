import { redact } from '@doorman/domain/redaction/redact'
import { stranger } from '@doorman/domain/screening/sender-facts'
import type { Judgeable, MessageFacts } from '../model/judgeable.ts'

export const fakeFacts: MessageFacts = {
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

/** A message that consists of its sender's own words only: no quote, no footer. */
export function fakeMessage(text: string, subject = 'Pallets', facts = fakeFacts): Judgeable {
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
