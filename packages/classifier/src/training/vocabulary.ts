import { isWordFeature } from '../model/word-features.ts'
import type { Example, Examples } from './examples.ts'
import type { Row } from './logistic-regression.ts'
import { addAt, intAt, valueAt } from './vectors.ts'

export type Vocabulary = {
  readonly names: readonly string[]
  /** By feature number: its index in `names`, or -1 if it is not in the vocabulary. */
  readonly indexes: Int32Array
  /** By index in `names`: 1 if the feature is made of the sender's words. */
  readonly wordFlags: Int32Array
}

const minMessages = 6
const minSources = 3
/** At most this share of the messages with a word may come from one author or collection. */
const maxShareOfOneSource = 0.5

/** Drops words too rare for any vocabulary: nine in ten. */
export function dropRareWords(examples: Examples): Examples {
  const messages = new Float64Array(examples.names.length)
  for (const views of Map.groupBy(examples.all, ({ message }) => message).values())
    for (const feature of toFeatureSet(views)) addAt(messages, feature, 1)
  const indexes = new Int32Array(examples.names.length).fill(-1)
  const names: string[] = []
  for (const [feature, name] of examples.names.entries())
    if (!isWordFeature(name) || valueAt(messages, feature) >= minMessages)
      indexes[feature] = names.push(name) - 1
  const all = examples.all.map((example) =>
    example.row ? { ...example, row: restrictRow(example.row, { indexes }) } : example,
  )
  return { ...examples, names, all }
}

/** By feature number: in how many messages of each author or collection it occurs. */
export type UsesBySource = readonly ReadonlyMap<string, number>[]

export function countUses({ all, names }: Examples): UsesBySource {
  const uses = names.map(() => new Map<string, number>())
  for (const [{ source }, views] of Map.groupBy(all, ({ message }) => message)) {
    for (const feature of toFeatureSet(views))
      uses[feature]?.set(source, (uses[feature].get(source) ?? 0) + 1)
  }
  return uses
}

/**
 * Selects the features of a model. A word must occur in several messages of several authors, so
 * that one author's habits do not become evidence, and must not be a name.
 */
export function toVocabulary(
  { names, personNames }: Examples,
  uses: UsesBySource,
  leftOut: ReadonlySet<string> = new Set(),
): Vocabulary {
  const known = uses.flatMap((sources, feature) => {
    const name = names[feature] ?? ''
    const counts: number[] = []
    for (const [source, count] of sources) if (!leftOut.has(source)) counts.push(count)
    const isKnown = isWordFeature(name)
      ? isWidelyUsed(counts) && !containsName(name, personNames)
      : counts.length > 0
    return isKnown ? [{ name, feature }] : []
  })
  known.sort((one, other) => (one.name < other.name ? -1 : 1))
  const indexes = new Int32Array(names.length).fill(-1)
  known.forEach(({ feature }, index) => (indexes[feature] = index))
  return {
    names: known.map(({ name }) => name),
    indexes,
    wordFlags: Int32Array.from(known, ({ name }) => Number(isWordFeature(name))),
  }
}

function toFeatureSet(views: readonly Example[]): ReadonlySet<number> {
  const features = new Set<number>()
  for (const { row } of views) for (const feature of row?.at ?? []) features.add(feature)
  return features
}

/** For example `b:with dana`. */
function containsName(feature: string, personNames: ReadonlySet<string>): boolean {
  return feature
    .slice(feature.indexOf(':') + 1)
    .split(' ')
    .some((word) => personNames.has(word))
}

function isWidelyUsed(counts: readonly number[]): boolean {
  const all = counts.reduce((sum, count) => sum + count, 0)
  return (
    all >= minMessages &&
    counts.length >= minSources &&
    Math.max(...counts) <= all * maxShareOfOneSource
  )
}

/** The part of a row that is in the vocabulary, with the vocabulary's indexes. */
export function restrictRow({ at, values }: Row, { indexes }: Pick<Vocabulary, 'indexes'>): Row {
  const known = { at: new Int32Array(at.length), values: new Float64Array(at.length) }
  let count = 0
  for (let i = 0; i < at.length; i++) {
    const index = intAt(indexes, intAt(at, i))
    if (index < 0) continue
    known.at[count] = index
    known.values[count++] = valueAt(values, i)
  }
  return { at: known.at.slice(0, count), values: known.values.slice(0, count) }
}
