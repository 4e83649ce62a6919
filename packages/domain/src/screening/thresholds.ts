import type { Category } from './categories.ts'

// Written by `npm run train`, from messages that the model had not seen (docs/model-card.md).

/** The scores from which a message is unsure, is filtered, and is certainly cold. */
export const thresholds: Readonly<
  Record<Category, { readonly unsure: number; readonly filter: number; readonly certain: number }>
> = {
  sales: { unsure: 0.07, filter: 0.933, certain: 0.975 },
  recruiter: { unsure: 0.07, filter: 0.933, certain: 0.975 },
  investor: { unsure: 0.07, filter: 0.933, certain: 0.975 },
  other: { unsure: 0.07, filter: 0.933, certain: 0.975 },
}
