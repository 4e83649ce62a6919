import { hasState } from '@doorman/db/queries/listed-decisions'
import { decisions } from '@doorman/db/schema'
import { reasonsOf, keepGroupNames, type KeepGroup } from '@doorman/domain/screening/keep-groups'
import { and, inArray, notInArray, sql, type SQL } from 'drizzle-orm'

export type ActivityGroup = 'filtered' | 'would-move' | 'restored' | 'kept' | KeepGroup

/** Which decisions are in a group. */
export function isInGroup(group: ActivityGroup): SQL | undefined {
  if (group === 'filtered' || group === 'would-move' || group === 'restored') return hasState[group]
  const isKept = sql`${decisions.outcome} = 'keep'`
  if (group === 'kept') return isKept
  // An older or newer version may have stored reasons that we don't know: those are `other`.
  const { reason } = decisions
  const known = keepGroupNames.filter((name) => name !== 'other').flatMap(reasonsOf)
  return and(
    isKept,
    group === 'other' ? notInArray(reason, known) : inArray(reason, reasonsOf(group)),
  )
}
