import type { DecisionId, UserId } from '@doorman/domain/ids'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { knownSenders } from '../schema.ts'

export type Standing = (typeof knownSenders.$inferSelect)['standing']

/** What the user has settled about a sender, in whichever mailbox. The last word counts. */
export function standingOf(db: Db, userId: UserId, address: string) {
  return db
    .select({ standing: knownSenders.standing })
    .from(knownSenders)
    .where(and(eq(knownSenders.userId, userId), eq(knownSenders.address, address)))
    .orderBy(desc(knownSenders.settledAt), desc(knownSenders.decisionId))
    .limit(1)
}

export async function findStanding(
  db: Db,
  userId: UserId,
  address: string,
): Promise<Standing | null> {
  const [sender] = await standingOf(db, userId, address)
  return sender?.standing ?? null
}

/** One word for each decision: a later one about the same takes its place. */
export async function settleSender(
  db: Db,
  sender: Readonly<typeof knownSenders.$inferInsert>,
): Promise<void> {
  const { standing, settledAt } = sender
  await db
    .insert(knownSenders)
    .values(sender)
    .onConflictDoUpdate({
      target: [knownSenders.userId, knownSenders.address, knownSenders.decisionId],
      set: { standing, settledAt },
    })
}

/** As if nothing had been said about these: the sender's standing is what it was without. */
export async function unsettleSenders(
  db: Db,
  userId: UserId,
  decisionIds: readonly DecisionId[],
): Promise<void> {
  await db
    .delete(knownSenders)
    .where(and(eq(knownSenders.userId, userId), inArray(knownSenders.decisionId, [...decisionIds])))
}
