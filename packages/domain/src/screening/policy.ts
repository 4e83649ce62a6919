import type { Category } from './categories.ts'

/** The user's filter settings, as far as their plan allows them. */
export type Policy = {
  /** `observe`: decisions are recorded, but no message is moved. */
  readonly mode: 'observe' | 'filter'
  readonly unwanted: ReadonlySet<Category>
  readonly smartResponse: boolean
}
