import type { Example, Examples } from './examples.ts'
import { fitCold } from './fit-cold.ts'
import { fitCategories } from './fit-categories.ts'
import { toLogit } from './logistic-regression.ts'
import { countUses, toRow, toVocabulary, type Vocabulary } from './vocabulary.ts'
import { categories, type Category } from '@doorman/domain/decide'

/** What a model that has never seen the source of a mail says of it. */
export type Opinion = {
  readonly example: Example
  /** `null`: left alone by a rule. */
  readonly sum: number | null
  readonly category: Category
}

const foldCount = 6

/** Each fold leaves whole sources out, trains on the rest, and judges what it left out. */
export function toOpinions(examples: Examples): Opinion[] {
  const { all } = examples
  const uses = countUses(examples)
  return toFolds(all).flatMap((sources) => {
    const isLeftOut = ({ mail }: Example) => sources.has(mail.source)
    const rest = all.filter((example) => !isLeftOut(example))
    return all.filter(isLeftOut).map(trainJudge(rest, toVocabulary(examples, uses, sources)))
  })
}

/** Hands or collections, never both: what is said of either rests on all there is of the other. */
export function toFolds(examples: readonly Example[]): ReadonlySet<string>[] {
  return (['written', 'real'] as const).flatMap((origin) => {
    const some = examples.filter(({ mail }) => mail.origin === origin)
    const sources = [...new Set(some.map(({ mail }) => mail.source))].toSorted()
    // One after the other, so that large ones and small ones spread over the folds.
    const folds = Map.groupBy(sources, (source) => sources.indexOf(source) % foldCount)
    return [...folds.values()].map((names) => new Set(names))
  })
}

function trainJudge(
  examples: readonly Example[],
  vocabulary: Vocabulary,
): (example: Example) => Opinion {
  const cold = fitCold(examples, vocabulary)
  const byCategory = fitCategories(examples, vocabulary)
  return (example) => {
    if (!example.row) return { example, sum: null, category: 'other' }
    const row = toRow(example.row, vocabulary)
    const sums = categories.map((category) => toLogit(byCategory[category], row))
    const best = sums.indexOf(Math.max(...sums))
    return { example, sum: toLogit(cold, row), category: categories[best] ?? 'other' }
  }
}
