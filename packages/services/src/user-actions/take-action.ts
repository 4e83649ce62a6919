import { decisions, mailboxes } from '@doorman/db/schema'
import type { DecisionId } from '@doorman/domain/ids'
import type { ActionState, UserAction } from '@doorman/domain/screening/user-action'
import { and, eq, inArray } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { applyAction } from './apply-action.ts'

type Input = {
  readonly ids: readonly DecisionId[]
  readonly action: UserAction
  readonly expectedState?: ActionState | undefined
}

/**
 * Restores filtered emails (back to the inbox, unread, sender trusted), reports them as spam (to
 * the provider's junk folder, sender blocked) or undoes that. Another user's email is treated as
 * not found. Returns the emails that the action applies to.
 */
export function takeAction(
  ctx: Context,
  { userId }: Actor,
  { ids, action, expectedState }: Input,
): Promise<readonly DecisionId[]> {
  return ctx.db.transaction((tx) => {
    const own = tx.select({ id: mailboxes.id }).from(mailboxes).where(eq(mailboxes.userId, userId))
    const which = and(inArray(decisions.id, [...ids]), inArray(decisions.mailboxId, own))
    return applyAction(ctx, tx, { userId, action, which, expectedState })
  })
}
