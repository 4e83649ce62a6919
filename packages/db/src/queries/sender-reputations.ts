import type { DecisionId, UserId } from '@doorman/domain/ids'
import type { SenderReputation } from '@doorman/domain/screening/sender-facts'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { senderReputations } from '../schema.ts'

/** The latest row about a sender counts, whichever mailbox the action was in. */
export async function findReputation(
  db: Db,
  userId: UserId,
  address: string,
): Promise<SenderReputation | null> {
  const [sender] = await db
    .select({ reputation: senderReputations.reputation })
    .from(senderReputations)
    .where(and(eq(senderReputations.userId, userId), eq(senderReputations.address, address)))
    .orderBy(desc(senderReputations.setAt), desc(senderReputations.decisionId))
    .limit(1)
  return sender?.reputation ?? null
}

/** One row per decision: a later action on the same decision replaces it. */
export async function setReputation(
  db: Db,
  sender: Readonly<typeof senderReputations.$inferInsert>,
): Promise<void> {
  const { reputation, setAt } = sender
  await db
    .insert(senderReputations)
    .values(sender)
    .onConflictDoUpdate({
      target: [senderReputations.userId, senderReputations.address, senderReputations.decisionId],
      set: { reputation, setAt },
    })
}

/** Undoes the actions on these decisions. The sender's earlier reputation, if any, counts again. */
export async function clearReputations(
  db: Db,
  userId: UserId,
  decisionIds: readonly DecisionId[],
): Promise<void> {
  const { userId: ownerId, decisionId } = senderReputations
  await db
    .delete(senderReputations)
    .where(and(eq(ownerId, userId), inArray(decisionId, [...decisionIds])))
}
