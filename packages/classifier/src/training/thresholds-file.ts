import { categories, type Category } from '@doorman/domain/screening/categories'
import type { Threshold } from './choose-thresholds.ts'

/** The source of `domain/src/screening/thresholds.ts`. */
export function toThresholdsFile(thresholds: Record<Category, Threshold>): string {
  const lines = categories.map((category) => {
    const { unsure, filter, certain } = thresholds[category]
    return `  ${category}: { unsure: ${unsure}, filter: ${filter}, certain: ${certain} },`
  })
  return `import type { Category } from './categories.ts'

// Written by \`npm run train\`, from messages that the model had not seen (docs/model-card.md).

/** The scores from which a message is unsure, is filtered, and is certainly cold. */
export const thresholds: Readonly<
  Record<Category, { readonly unsure: number; readonly filter: number; readonly certain: number }>
> = {
${lines.join('\n')}
}
`
}
