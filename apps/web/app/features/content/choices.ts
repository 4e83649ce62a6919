import type { loadContentChoices } from '@doorman/contract/content'
import type * as z from 'zod/mini'

/** The authors and categories that an article can have. */
export type Choices = z.infer<(typeof loadContentChoices)['reply']>
