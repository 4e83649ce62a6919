import type { Signal } from '@doorman/domain/screening/signals'
import type { Dictionaries } from './dictionary.ts'
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

export function toFeatures(message: Judgeable, dictionaries: Dictionaries): FeatureSet {
  const text = toTextFeatures(message, dictionaries)
  const more = toOtherFeatures(message, text)
  for (const [name, value] of more.features) text.features.set(name, value)
  return { features: text.features, signals: new Set([...text.signals, ...more.signals]) }
}

/**
 * A message in another language than English has two sets of features: of its own words, and of
 * their English counterparts. Most of what the model knows, it has learnt from English.
 */
export function toTextFeatures(
  { ownText, subject, facts }: Pick<Judgeable, 'ownText' | 'subject' | 'facts'>,
  dictionaries: Dictionaries,
): TextFeatures {
  const own = toOwnFeatures(toTokens(ownText), toTokens(subject))
  const dictionary = dictionaries.get(facts.language)
  if (dictionary === undefined) return own
  const english = toOwnFeatures(
    dictionary.translate(own.words),
    dictionary.translate(toTokens(subject)),
  )
  for (const [name, value] of own.features)
    english.features.set(name, Math.max(value, english.features.get(name) ?? 0))
  return { ...english, words: own.words, signals: new Set([...own.signals, ...english.signals]) }
}

function toOwnFeatures(words: readonly string[], subject: readonly string[]): TextFeatures {
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
