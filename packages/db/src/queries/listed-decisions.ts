import { sql, type SQL } from 'drizzle-orm'
import { decisions } from '../schema.ts'

// Literals, not parameters: the planner matches them with the conditions of partial indexes.

const { outcome, state, restoredBy } = decisions

/** Filtered, or found in an observe-only mailbox. */
export const isListed = sql`${outcome} <> 'keep'`

/** In decisions_by_certainty, messages without a score come last. */
export const certainty = sql`coalesce(${decisions.score}, 2)`

export type ListedState = 'would-move' | 'filtered' | 'restored' | 'spam'

/** `would-move`, `filtered` and `restored` are disjoint, and together all listed decisions. */
export const hasState: Readonly<Record<ListedState, SQL>> = {
  'would-move': sql`(${outcome} = 'observe' and ${state} is null)`,
  filtered: sql`(${outcome} = 'filter' and ${restoredBy} is null)`,
  restored: sql`(${outcome} <> 'keep' and case ${outcome} when 'filter' then ${restoredBy} is not null else ${state} = 'restored' end)`,
  spam: sql`${state} = 'spam'`,
}
