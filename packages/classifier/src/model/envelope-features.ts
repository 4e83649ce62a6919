import type { Signal } from '@doorman/domain/screening/signals'
import type { MessageFacts } from './judgeable.ts'

/** Signals of a business. A freemail sender with one of these is not a private person. */
const businessSignals: readonly Signal[] = [
  'introduces-itself',
  'offers-a-service',
  'sells-contacts',
  'sells-staff',
  'sells-visibility',
  'wants-a-link',
]

/**
 * From this many earlier messages on, a sender writes more often than a seller who sends follow-ups.
 */
const manyEarlierMessages = 4

/**
 * Features of headers, addresses and mailbox facts. An unknown fact gives no feature, which differs
 * from "no". If no mailbox was searched, there are only signals. Such a message is judged by its
 * words, because error limits are measured either with all facts or with words alone.
 */
export function toEnvelopeFeatures(
  facts: MessageFacts,
  textSignals: ReadonlySet<Signal>,
): {
  readonly features: Map<string, number>
  readonly signals: ReadonlySet<Signal>
} {
  const features = new Map<string, number>()
  const signals = new Set<Signal>()
  const add = (name: string, signal?: Signal) => {
    features.set(`e:${name}`, 1)
    if (signal) signals.add(signal)
  }
  if (facts.namesYourCompany) add('names-your-company', 'names-your-company')
  if (facts.namesItsOwnCompany) add('names-its-own-company', 'names-its-own-company')
  if (facts.sender === 'freemail')
    add(
      businessSignals.some((one) => textSignals.has(one)) ? 'freemail-offer' : 'freemail',
      'writes-privately',
    )
  if (facts.answersGoElsewhere) add('answers-go-elsewhere', 'answers-go-elsewhere')
  if (facts.hasTrackingPixel) add('tracking-pixel', 'writes-in-bulk')
  if (facts.thread !== 'unknown') {
    add(`thread ${facts.thread}`, facts.thread === 'claimed' ? 'pretends-to-reply' : undefined)
    if (facts.hasListUnsubscribe) add('way-out', 'writes-in-bulk')
    else add('no-way-out')
    if (facts.isBulk) add('bulk', 'writes-in-bulk')
    if (facts.isGenerated) add('generated')
  }
  if (facts.relationship !== null) {
    const { earlierMailFromSender: earlier, hasWrittenToDomain } = facts.relationship
    if (hasWrittenToDomain) add('known-organisation', 'known-organisation')
    add(`earlier ${earlier === 0 ? 0 : earlier < manyEarlierMessages ? 1 : earlier < 12 ? 2 : 3}`)
    if (earlier > 0)
      signals.add(earlier < manyEarlierMessages ? 'wrote-before-unanswered' : 'writes-often')
    signals.add('first-contact')
  }
  return { features: facts.relationship === null ? new Map() : features, signals }
}

/** Whether a feature comes from the envelope rather than from the text. */
export function isEnvelopeFeature(name: string): boolean {
  return name.startsWith('e:')
}
