import type { Signal } from '@doorman/domain/signals'
import { toEnvelopeFeatures } from './envelope-features.ts'
import type { Judgeable } from './judgeable.ts'
import { toPhraseFeatures } from './phrase-features.ts'
import { toShapeFeatures } from './shape-features.ts'
import { toTokens } from './tokens.ts'
import { toWordFeatures } from './word-features.ts'

/**
 * What the model knows of a mail: names and values. A name's first letters say
 * its kind, and the kinds that carry a signal name it after the colon.
 */
export type Features = ReadonlyMap<string, number>

export type FeatureSet = {
  readonly features: Features
  /** Which signals are there at all, however the model weighs them. */
  readonly signals: ReadonlySet<Signal>
}

/** What the words alone tell: the same whoever sent them, and whatever is known of them. */
export type TextFeatures = {
  readonly words: readonly string[]
  readonly features: Map<string, number>
  readonly signals: ReadonlySet<Signal>
}

export function toFeatures(mail: Judgeable): FeatureSet {
  const text = toTextFeatures(mail)
  const more = toOtherFeatures(mail, text)
  for (const [name, value] of more.features) text.features.set(name, value)
  return { features: text.features, signals: new Set([...text.signals, ...more.signals]) }
}

export function toTextFeatures(mail: Pick<Judgeable, 'ownText' | 'subject'>): TextFeatures {
  const words = toTokens(mail.ownText)
  const subject = toTokens(mail.subject)
  const phrases = toPhraseFeatures(words, subject)
  const features = toWordFeatures(words, subject)
  for (const [name, value] of phrases.features) features.set(name, value)
  return { words, features, signals: phrases.signals }
}

export function toOtherFeatures(mail: Judgeable, text: TextFeatures): FeatureSet {
  const envelope = toEnvelopeFeatures(mail.facts, text.signals)
  const features = toShapeFeatures(text.words, mail)
  for (const [name, value] of envelope.features) features.set(name, value)
  return { features, signals: envelope.signals }
}
