import type { Features } from '../local/features.ts'
import { isWordFeature } from '../local/word-features.ts'
import type { Example } from './examples.ts'
import type { Row } from './logistic-regression.ts'

export type Vocabulary = ReadonlyMap<string, number>

const fewestMails = 3
const fewestSources = 3
/** Of the mails with a word, at most this share may come from one hand or collection. */
const mostFromOneSource = 0.5

/**
 * The features worth knowing. A word must come in several mails and from
 * several hands, so that nobody's names, places and habits become evidence.
 */
export function toVocabulary(examples: readonly Example[]): Vocabulary {
  const uses = new Map<string, Map<string, Set<string>>>()
  for (const { mail, features } of examples) {
    for (const name of features?.keys() ?? []) {
      const sources = uses.get(name) ?? new Map<string, Set<string>>()
      uses.set(name, sources)
      const mails = sources.get(mail.source) ?? new Set()
      sources.set(mail.source, mails.add(mail.id))
    }
  }
  const names = [...uses]
    .filter(([name, sources]) => !isWordFeature(name) || isCommonProperty(sources))
    .map(([name]) => name)
    .toSorted()
  return new Map(names.map((name, index) => [name, index]))
}

function isCommonProperty(sources: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const counts = [...sources.values()].map((mails) => mails.size)
  const all = counts.reduce((sum, count) => sum + count, 0)
  return (
    all >= fewestMails &&
    counts.length >= fewestSources &&
    Math.max(...counts) <= all * mostFromOneSource
  )
}

export function toRow(features: Features, vocabulary: Vocabulary): Row {
  const at: number[] = []
  const values: number[] = []
  for (const [name, value] of features) {
    const index = vocabulary.get(name)
    if (index === undefined) continue
    at.push(index)
    values.push(value)
  }
  return { at: Int32Array.from(at), values: Float64Array.from(values) }
}
