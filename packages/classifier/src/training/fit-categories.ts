import { categories, type Category } from '@doorman/domain/screening/categories'
import type { Example } from './examples.ts'
import { fitLogistic, type Fit } from './logistic-regression.ts'
import { restrictRow, type Vocabulary } from './vocabulary.ts'

/**
 * One regression per category: this category against the others, trained on cold messages only. One
 * view of each message is enough, because categories differ by words.
 */
export function fitCategories(
  examples: readonly Example[],
  vocabulary: Vocabulary,
): Record<Category, Fit> {
  const cold = examples.flatMap(({ message, view, row }) =>
    row && view === 'with-facts' && message.isCold && message.category
      ? [{ row: restrictRow(row, vocabulary), category: message.category }]
      : [],
  )
  const traits = {
    directions: new Int32Array(vocabulary.names.length),
    wordFlags: vocabulary.wordFlags,
  }
  const fit = (category: Category) =>
    fitLogistic(
      cold.map((one) => ({ row: one.row, target: one.category === category ? 1 : 0, weight: 1 })),
      traits,
    )
  // Every category is a key.
  return Object.fromEntries(categories.map((one) => [one, fit(one)])) as Record<Category, Fit>
}
