import { dayMs } from '../time.ts'

/** How long a decision to keep a message is stored. Older ones are deleted. */
export const keptDecisionRetentionMs = 30 * dayMs

/** A message that could not be moved for this long stays where it is: its user has seen it there. */
export const maxMoveDelayMs = 7 * dayMs
