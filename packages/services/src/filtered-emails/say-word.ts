import { decisions, mailboxes } from '@doorman/db/schema'
import type { DecisionId } from '@doorman/domain/ids'
import { and, eq, inArray } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'
import { takeWord, type Word } from '../last-word.ts'

/** Of these, the actor's own; somebody else's is none. Gives those it counts for. */
export async function sayWord(
  ctx: Context,
  { userId }: Actor,
  ids: readonly DecisionId[],
  word: Word,
): Promise<readonly DecisionId[]> {
  return ctx.db.transaction((tx) => {
    const own = tx.select({ id: mailboxes.id }).from(mailboxes).where(eq(mailboxes.userId, userId))
    const about = and(inArray(decisions.id, [...ids]), inArray(decisions.mailboxId, own))
    return takeWord(ctx, tx, { userId, word, about })
  })
}
