import type { Signal } from '@doorman/domain/screening/signals'
import { toEnvelopeFeatures } from './envelope-features.ts'
import type { Judgeable } from './judgeable.ts'
import { toPhraseFeatures } from './phrase-features.ts'
import { toShapeFeatures } from './shape-features.ts'
import { toTokens } from './tokens.ts'
import { toWordFeatures } from './word-features.ts'

/**
 * The features of a message, by name. The letters before the colon are the kind, for example `w`
 * for a word. Kinds that belong to a signal have its name after the colon: `g:flatters`.
 */
export type Features = ReadonlyMap<string, number>

export type FeatureSet = {
  readonly features: Features
  /** The signals found, whatever weight the model gives them. */
  readonly signals: ReadonlySet<Signal>
}

/** Features of the text alone. They do not depend on the sender or on the mailbox. */
export type TextFeatures = {
  readonly words: readonly string[]
  readonly features: Map<string, number>
  readonly signals: ReadonlySet<Signal>
}

export function toFeatures(message: Judgeable): FeatureSet {
  const text = toTextFeatures(message)
  const more = toOtherFeatures(message, text)
  for (const [name, value] of more.features) text.features.set(name, value)
  return { features: text.features, signals: new Set([...text.signals, ...more.signals]) }
}

export function toTextFeatures(message: Pick<Judgeable, 'ownText' | 'subject'>): TextFeatures {
  const words = toTokens(message.ownText)
  const subject = toTokens(message.subject)
  const phrases = toPhraseFeatures(words, subject)
  const features = toWordFeatures(words, subject)
  for (const [name, value] of phrases.features) features.set(name, value)
  return { words, features, signals: phrases.signals }
}

export function toOtherFeatures(message: Judgeable, text: TextFeatures): FeatureSet {
  const envelope = toEnvelopeFeatures(message.facts, text.signals)
  const features = toShapeFeatures(text.words, message)
  for (const [name, value] of envelope.features) features.set(name, value)
  return { features, signals: envelope.signals }
}
