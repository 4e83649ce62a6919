import type { Example } from './examples.ts'
import { fitCold } from './fit-cold.ts'
import { fitCategories } from './fit-categories.ts'
import { toLogit } from './logistic-regression.ts'
import { toRow, toVocabulary } from './vocabulary.ts'
import { categories, type Category } from '@doorman/domain/decide'

/** What a model that has never seen the source of a mail says of it. */
export type Opinion = {
  readonly example: Example
  /** `null`: left alone by a rule. */
  readonly sum: number | null
  readonly category: Category
}

export const foldCount = 8

/** Each fold leaves whole sources out, trains on the rest, and judges what it left out. */
export function toOpinions(examples: readonly Example[]): Opinion[] {
  const sources = [...new Set(examples.map(({ mail }) => mail.source))].toSorted()
  // One after the other, so that large collections and small ones spread over the folds.
  const foldOf = new Map(sources.map((source, index) => [source, index % foldCount]))
  return Array.from({ length: foldCount }, (_, fold) => fold).flatMap((fold) => {
    const rest = examples.filter(({ mail }) => foldOf.get(mail.source) !== fold)
    const judge = trainJudge(rest)
    return examples.filter(({ mail }) => foldOf.get(mail.source) === fold).map(judge)
  })
}

function trainJudge(examples: readonly Example[]): (example: Example) => Opinion {
  const vocabulary = toVocabulary(examples)
  const cold = fitCold(examples, vocabulary)
  const byCategory = fitCategories(examples, vocabulary)
  return (example) => {
    if (!example.features) return { example, sum: null, category: 'other' }
    const row = toRow(example.features, vocabulary)
    const sums = categories.map((category) => toLogit(byCategory[category], row))
    const best = sums.indexOf(Math.max(...sums))
    return { example, sum: toLogit(cold, row), category: categories[best] ?? 'other' }
  }
}
