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

export function toFeatures(mail: Judgeable): FeatureSet {
  const words = toTokens(mail.ownText)
  const subject = toTokens(mail.subject)
  const phrases = toPhraseFeatures(words, subject)
  const envelope = toEnvelopeFeatures(mail.facts, phrases.signals)
  const features = toWordFeatures(words, subject)
  for (const more of [phrases.features, toShapeFeatures(words, mail), envelope.features])
    for (const [name, value] of more) features.set(name, value)
  return {
    features,
    signals: new Set([...phrases.signals, ...envelope.signals]),
  }
}
