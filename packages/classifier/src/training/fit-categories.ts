import { categories, type Category } from '@doorman/domain/decide'
import type { Example } from './examples.ts'
import { fitLogistic, type Fit } from './logistic-regression.ts'
import { toRow, type Vocabulary } from './vocabulary.ts'

/** What kind of cold outreach it is: each category against the rest, learned from cold mail alone. */
export function fitCategories(
  examples: readonly Example[],
  vocabulary: Vocabulary,
): Record<Category, Fit> {
  const cold = examples.flatMap(({ mail, features }) =>
    features && mail.isCold && mail.category ? [{ features, category: mail.category }] : [],
  )
  const rows = cold.map(({ features }) => toRow(features, vocabulary))
  const fit = (category: Category) =>
    fitLogistic(
      rows,
      cold.map((one) => (one.category === category ? 1 : 0)),
      rows.map(() => 1),
      vocabulary.size,
    )
  // Every category is a key.
  return Object.fromEntries(categories.map((one) => [one, fit(one)])) as Record<Category, Fit>
}
