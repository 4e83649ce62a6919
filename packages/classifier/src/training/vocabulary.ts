import { isWordFeature } from '../local/word-features.ts'
import type { Examples } from './examples.ts'
import type { Row } from './logistic-regression.ts'
import { valueAt, wholeAt } from './vectors.ts'

export type Vocabulary = {
  readonly names: readonly string[]
  /** By the number of a feature: where it stands among the names, or -1. */
  readonly places: Int32Array
  /** In the order of the names: 1 where it is made of the sender's words. */
  readonly areWords: Int32Array
}

const fewestMails = 5
const fewestSources = 3
/** Of the mails with a word, at most this share may come from one hand or collection. */
const mostFromOneSource = 0.5

/** By the number of a feature: in how many mails of each hand or collection it stands. */
export type Uses = readonly ReadonlyMap<string, number>[]

export function countUses({ all, names }: Examples): Uses {
  const uses = names.map(() => new Map<string, number>())
  for (const [{ source }, views] of Map.groupBy(all, ({ mail }) => mail)) {
    const features = new Set(views.flatMap(({ row }) => [...(row?.at ?? [])]))
    for (const feature of features) uses[feature]?.set(source, (uses[feature].get(source) ?? 0) + 1)
  }
  return uses
}

/**
 * The features worth knowing. A word must come in several mails and from
 * several hands, so that nobody's places and habits become evidence; and it
 * must not be a name, which several hands may have hit on.
 */
export function toVocabulary(
  { names, people }: Examples,
  uses: Uses,
  leftOut: ReadonlySet<string> = new Set(),
): Vocabulary {
  const known = uses.flatMap((sources, feature) => {
    const name = names[feature] ?? ''
    const counts: number[] = []
    for (const [source, count] of sources) if (!leftOut.has(source)) counts.push(count)
    const isKnown = isWordFeature(name)
      ? isCommonProperty(counts) && !namesSomebody(name, people)
      : counts.length > 0
    return isKnown ? [{ name, feature }] : []
  })
  known.sort((one, other) => (one.name < other.name ? -1 : 1))
  const places = new Int32Array(names.length).fill(-1)
  known.forEach(({ feature }, place) => (places[feature] = place))
  return {
    names: known.map(({ name }) => name),
    places,
    areWords: Int32Array.from(known, ({ name }) => Number(isWordFeature(name))),
  }
}

/** `b:with dana` does. */
function namesSomebody(name: string, people: ReadonlySet<string>): boolean {
  return name
    .slice(name.indexOf(':') + 1)
    .split(' ')
    .some((word) => people.has(word))
}

function isCommonProperty(counts: readonly number[]): boolean {
  const all = counts.reduce((sum, count) => sum + count, 0)
  return (
    all >= fewestMails &&
    counts.length >= fewestSources &&
    Math.max(...counts) <= all * mostFromOneSource
  )
}

/** As much of a row as a vocabulary knows, in its places. */
export function toRow({ at, values }: Row, { places }: Vocabulary): Row {
  const known = { at: new Int32Array(at.length), values: new Float64Array(at.length) }
  let count = 0
  for (let i = 0; i < at.length; i++) {
    const place = wholeAt(places, wholeAt(at, i))
    if (place < 0) continue
    known.at[count] = place
    known.values[count++] = valueAt(values, i)
  }
  return { at: known.at.subarray(0, count), values: known.values.subarray(0, count) }
}
