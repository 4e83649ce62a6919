import type { Signal } from '@doorman/domain/screening/signals'
import type { Dictionaries } from './dictionary.ts'
import { toEnvelopeFeatures } from './envelope-features.ts'
import type { ToKey } from './feature-key.ts'
import type { Judgeable } from './judgeable.ts'
import { toPhraseFeatures } from './phrase-features.ts'
import { toShapeFeatures } from './shape-features.ts'
import { toTokens } from './tokens.ts'
import { toWordFeatures } from './word-features.ts'

/**
 * The features of a message. A name begins with the kind and a colon, for example `w:` for a word.
 * Kinds that belong to a signal have its name after the colon: `g:flatters`.
 */
export type Features<Key> = ReadonlyMap<Key, number>

export type FeatureSet<Key> = {
  readonly features: Features<Key>
  /** The signals found, whatever weight the model gives them. */
  readonly signals: ReadonlySet<Signal>
}

/** Features of the text alone. They do not depend on the sender or on the mailbox. */
export type TextFeatures<Key> = {
  readonly words: readonly string[]
  readonly features: Map<Key, number>
  readonly signals: ReadonlySet<Signal>
}

export function toFeatures<Key>(
  message: Judgeable,
  dictionaries: Dictionaries,
  toKey: ToKey<Key>,
): FeatureSet<Key> {
  const text = toTextFeatures(message, dictionaries, toKey)
  const more = toOtherFeatures(message, text, toKey)
  for (const [key, value] of more.features) text.features.set(key, value)
  return { features: text.features, signals: new Set([...text.signals, ...more.signals]) }
}

/**
 * A message in a language other than English has two sets of features: those of its own words, and
 * those of their English counterparts. The model has learnt most from English.
 */
export function toTextFeatures<Key>(
  { ownText, subject, facts }: Pick<Judgeable, 'ownText' | 'subject' | 'facts'>,
  dictionaries: Dictionaries,
  toKey: ToKey<Key>,
): TextFeatures<Key> {
  const words = toTokens(ownText)
  const subjectWords = toTokens(subject)
  const own = toFeaturesOfWords(words, subjectWords, toKey)
  const dictionary = dictionaries.get(facts.language)
  if (dictionary === undefined) return own
  const english = toFeaturesOfWords(
    dictionary.translate(words),
    dictionary.translate(subjectWords),
    toKey,
  )
  for (const [key, value] of own.features)
    english.features.set(key, Math.max(value, english.features.get(key) ?? 0))
  return { ...english, words, signals: new Set([...own.signals, ...english.signals]) }
}

function toFeaturesOfWords<Key>(
  words: readonly string[],
  subject: readonly string[],
  toKey: ToKey<Key>,
): TextFeatures<Key> {
  const phrases = toPhraseFeatures(words, subject, toKey)
  const features = toWordFeatures(words, subject, toKey)
  for (const [key, value] of phrases.features) features.set(key, value)
  return { words, features, signals: phrases.signals }
}

export function toOtherFeatures<Key>(
  message: Judgeable,
  text: Pick<TextFeatures<Key>, 'words' | 'signals'>,
  toKey: ToKey<Key>,
): FeatureSet<Key> {
  const envelope = toEnvelopeFeatures(message.facts, text.signals)
  const features = new Map<Key, number>()
  for (const named of [toShapeFeatures(text.words, message), envelope.features])
    for (const [name, value] of named) {
      const colon = name.indexOf(':')
      const key = toKey(name.slice(0, colon), name.slice(colon + 1))
      if (key !== undefined) features.set(key, value)
    }
  return { features, signals: envelope.signals }
}
