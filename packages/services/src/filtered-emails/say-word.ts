import { decisions, mailboxes } from '@doorman/db/schema'
import type { DecisionId } from '@doorman/domain/ids'
import { and, eq, inArray } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'
import { takeWord, type Said, type Word } from '../last-word.ts'

/**
 * Restores emails (back to the inbox, unread, their senders trusted), reports them
 * (to the provider's junk, their senders blocked) or takes that back. Somebody
 * else's email is none. Gives those it counts for.
 */
export function sayWord(
  ctx: Context,
  { userId }: Actor,
  { ids, word, seen }: { ids: readonly DecisionId[]; word: Word; seen?: Said | undefined },
): Promise<readonly DecisionId[]> {
  return ctx.db.transaction((tx) => {
    const own = tx.select({ id: mailboxes.id }).from(mailboxes).where(eq(mailboxes.userId, userId))
    const about = and(inArray(decisions.id, [...ids]), inArray(decisions.mailboxId, own))
    return takeWord(ctx, tx, { userId, word, about, seen })
  })
}
