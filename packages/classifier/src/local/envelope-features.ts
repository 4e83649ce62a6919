import type { Signal } from '@doorman/domain/signals'
import type { MailFacts } from './judgeable.ts'

/** What a business says. Whoever says it from a private address is no private person. */
const offers: readonly Signal[] = [
  'introduces-itself',
  'offers-a-service',
  'sells-contacts',
  'sells-staff',
  'sells-visibility',
  'wants-a-link',
]

/** More than a seller's usual reminders. */
const often = 4

/** What the envelope tells. Where nobody knows, there is no feature, which is not the same as "no". */
export function toEnvelopeFeatures(
  facts: MailFacts,
  said: ReadonlySet<Signal>,
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
    add(offers.some((one) => said.has(one)) ? 'freemail-offer' : 'freemail', 'writes-privately')
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
    const { earlierMailFromSender: earlier } = facts.relationship
    add(`earlier ${earlier === 0 ? 0 : earlier < often ? 1 : earlier < 12 ? 2 : 3}`)
    if (earlier > 0) signals.add(earlier < often ? 'wrote-before-unanswered' : 'writes-often')
    signals.add('first-contact')
  }
  return { features, signals }
}

/** Whether a feature tells of the envelope, not of what was written. */
export function isEnvelopeFeature(name: string): boolean {
  return name.startsWith('e:')
}
