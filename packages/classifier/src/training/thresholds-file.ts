import { categories, type Category } from '@doorman/domain/decide'
import type { Threshold } from './choose-thresholds.ts'

/** The source of `domain/src/thresholds.ts`. */
export function toThresholdsFile(thresholds: Record<Category, Threshold>): string {
  const lines = categories.map((category) => {
    const { unsure, filter, certain } = thresholds[category]
    return `  ${category}: { unsure: ${unsure}, filter: ${filter}, certain: ${certain} },`
  })
  return `import type { Category } from './decide.ts'

// Written by \`npm run train\` from mail that the model had not seen; docs/model-card.md has the figures behind it.

/** Where doubt begins, where it is small enough to set a mail aside, and where it ends. */
export const thresholds: Readonly<
  Record<Category, { readonly unsure: number; readonly filter: number; readonly certain: number }>
> = {
${lines.join('\n')}
}
`
}
