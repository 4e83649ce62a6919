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
}

/** Each fold costs a training. There are few collections, so fewer folds leave enough to train on. */
const foldCounts = { written: 5, collected: 3 }

/** Cross-validation by source: each fold trains without some sources and predicts these. */
export function predictOutOfFold(examples: Examples): OutOfFoldPrediction[] {
  const { all } = examples
  const uses = countUses(examples)
  return toFolds(all).flatMap((sources) => {
    const isLeftOut = ({ message }: Example) => sources.has(message.source)
    const rest = all.filter((example) => !isLeftOut(example))
    return all.filter(isLeftOut).map(trainPredictor(rest, toVocabulary(examples, uses, sources)))
  })
}

/**
 * A fold leaves out authors or collections, never both: when a model predicts an author, it has
 * been trained on all collections, and the other way round.
 */
export function toFolds(examples: readonly Example[]): ReadonlySet<string>[] {
  return (['written', 'collected'] as const).flatMap((origin) => {
    const ofOrigin = examples.filter(({ message }) => message.origin === origin)
    const sources = [...new Set(ofOrigin.map(({ message }) => message.source))].toSorted()
    // Dealt out in turn, so that large and small sources spread over the folds.
    const folds = Map.groupBy(sources, (source) => sources.indexOf(source) % foldCounts[origin])
    return [...folds.values()].map((names) => new Set(names))
  })
}

function trainPredictor(
  examples: readonly Example[],
  vocabulary: Vocabulary,
): (example: Example) => OutOfFoldPrediction {
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
