import type { Category } from './decide.ts'

// Written by `npm run train` from mail that the model had not seen; docs/model-card.md has the figures behind it.

/** Where doubt begins, where it is small enough to set a mail aside, and where it ends. */
export const thresholds: Readonly<
  Record<Category, { readonly unsure: number; readonly filter: number; readonly certain: number }>
> = {
  sales: { unsure: 0.09, filter: 0.925, certain: 0.969 },
  recruiter: { unsure: 0.09, filter: 0.925, certain: 0.969 },
  investor: { unsure: 0.09, filter: 0.925, certain: 0.969 },
  other: { unsure: 0.09, filter: 0.925, certain: 0.969 },
}
