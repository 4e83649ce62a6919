import { dayMs } from '../time.ts'

/** How long a decision to keep a message is stored. Older ones are deleted. */
export const keptDecisionRetentionMs = 30 * dayMs
