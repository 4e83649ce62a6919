import type { Category } from './categories.ts'

// Written by `npm run train`, from messages that the model had not seen (docs/model-card.md).

/** The scores from which a message is unsure, is filtered, and is certainly cold. */
export const thresholds: Readonly<
  Record<Category, { readonly unsure: number; readonly filter: number; readonly certain: number }>
> = {
  sales: { unsure: 0.06, filter: 0.926, certain: 0.973 },
  recruiter: { unsure: 0.06, filter: 0.926, certain: 0.973 },
  investor: { unsure: 0.06, filter: 0.926, certain: 0.973 },
  other: { unsure: 0.06, filter: 0.926, certain: 0.973 },
}
