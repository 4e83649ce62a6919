import type { Category } from '@doorman/domain/screening/categories'

const names: Readonly<Record<Category, readonly [one: string, many: string]>> = {
  sales: ['sales pitch', 'sales pitches'],
  recruiter: ['recruiter', 'recruiters'],
  investor: ['investor', 'investors'],
  other: ['other', 'others'],
}

/** Completes a number: '1 recruiter', '4 sales pitches'. */
export function toKindName(kind: Category, count: number): string {
  return names[kind][count === 1 ? 0 : 1]
}
