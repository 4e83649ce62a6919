import { categories, type Category } from '@doorman/domain/decide'
import type { Example } from './examples.ts'
import { fitLogistic, type Fit } from './logistic-regression.ts'
import { toRow, type Vocabulary } from './vocabulary.ts'

/** What kind of cold outreach it is: each category against the rest, learned from cold mail alone. One view of it is enough: the words tell. */
export function fitCategories(
  examples: readonly Example[],
  vocabulary: Vocabulary,
): Record<Category, Fit> {
  const cold = examples.flatMap(({ mail, view, row }) =>
    row && view === 'with-facts' && mail.isCold && mail.category
      ? [{ row: toRow(row, vocabulary), category: mail.category }]
      : [],
  )
  const traits = {
    directions: new Int32Array(vocabulary.names.length),
    areWords: vocabulary.areWords,
  }
  const fit = (category: Category) =>
    fitLogistic(
      cold.map((one) => ({ row: one.row, target: one.category === category ? 1 : 0, weight: 1 })),
      traits,
    )
  // Every category is a key.
  return Object.fromEntries(categories.map((one) => [one, fit(one)])) as Record<Category, Fit>
}
