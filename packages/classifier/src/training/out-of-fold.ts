import type { Example, Examples } from './examples.ts'
import { fitCold } from './fit-cold.ts'
import { fitCategories } from './fit-categories.ts'
import { toLogit } from './logistic-regression.ts'
import { countUses, restrictRow, toVocabulary, type Vocabulary } from './vocabulary.ts'
import { categories, type Category } from '@doorman/domain/screening/categories'

/** The prediction of a model that was trained without the source of the message. */
export type OutOfFoldPrediction = {
  readonly example: Example
  /** `null` if a rule keeps the message. */
  readonly logit: number | null
  readonly category: Category
  /** The fold that left out the source of the message. */
  readonly fold: number
}

/**
 * Each fold costs one training run, so there are few. A fold leaves out a fifth of the authors, or a
 * third of the collections.
 */
const foldCounts = { written: 5, collected: 3 }

/** Cross-validation by source: each fold trains without some sources and predicts these. */
export function predictOutOfFold(examples: Examples): OutOfFoldPrediction[] {
  const { all } = examples
  const uses = countUses(examples)
  return toFolds(all).flatMap((sources, fold) => {
    const isLeftOut = ({ message }: Example) => sources.has(message.source)
    const rest = all.filter((example) => !isLeftOut(example))
    const predict = trainPredictor(rest, toVocabulary(examples, uses, sources))
    return all.filter(isLeftOut).map((example) => ({ ...predict(example), fold }))
  })
}

/**
 * A fold leaves out authors or collections, never both: when a model predicts an author, it has
 * been trained on all collections, and the other way round.
 */
export function toFolds(examples: readonly Example[]): ReadonlySet<string>[] {
  return (['written', 'collected'] as const).flatMap((origin) => {
    const ofOrigin = examples.filter(({ message }) => message.origin === origin)
    return spreadSources(ofOrigin, foldCounts[origin])
  })
}

/**
 * Spreads the authors of each language over the folds: if all Russian authors were in one fold,
 * their messages would be judged by a model that has never read Russian. Each label is spread in the
 * same way. A group is all messages with the same language and label. Sources with the largest share
 * of a group go first, each to the fold that has the least of its groups so far.
 */
function spreadSources(examples: readonly Example[], count: number): ReadonlySet<string>[] {
  const shares = toGroupShares(examples)
  const largest = (source: string) => Math.max(...(shares.get(source)?.values() ?? []))
  const sources = [...shares.keys()].toSorted()
  const folds = Array.from({ length: count }, () => new Map<string, number>())
  const names = folds.map(() => new Set<string>())
  for (const source of sources.toSorted((one, other) => largest(other) - largest(one))) {
    const own = [...(shares.get(source) ?? [])]
    const overlaps = folds.map((fold) =>
      own.reduce((sum, [group, share]) => sum + share * (fold.get(group) ?? 0), 0),
    )
    const best = overlaps.indexOf(Math.min(...overlaps))
    names[best]?.add(source)
    for (const [group, share] of own) folds[best]?.set(group, (folds[best].get(group) ?? 0) + share)
  }
  return names.filter(({ size }) => size > 0)
}

/** By source: its share of each group, that is of all messages with the same language and label. */
function toGroupShares(examples: readonly Example[]): Map<string, Map<string, number>> {
  const shares = new Map<string, Map<string, number>>()
  const groups = Map.groupBy(examples, ({ message }) => `${message.language} ${message.isCold}`)
  for (const [group, ofGroup] of groups) {
    for (const { message } of ofGroup) {
      const own = shares.get(message.source) ?? new Map<string, number>()
      own.set(group, (own.get(group) ?? 0) + 1 / ofGroup.length)
      shares.set(message.source, own)
    }
  }
  return shares
}

function trainPredictor(
  examples: readonly Example[],
  vocabulary: Vocabulary,
): (example: Example) => Omit<OutOfFoldPrediction, 'fold'> {
  const cold = fitCold(examples, vocabulary)
  const byCategory = fitCategories(examples, vocabulary)
  return (example) => {
    if (!example.row) return { example, logit: null, category: 'other' }
    const row = restrictRow(example.row, vocabulary)
    const sums = categories.map((category) => toLogit(byCategory[category], row))
    const best = sums.indexOf(Math.max(...sums))
    return { example, logit: toLogit(cold, row), category: categories[best] ?? 'other' }
  }
}
