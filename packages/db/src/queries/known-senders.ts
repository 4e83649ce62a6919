import type { UserId } from '@doorman/domain/ids'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { knownSenders } from '../schema.ts'

export type Standing = (typeof knownSenders.$inferSelect)['standing']

/** What the user has settled about a sender, in whichever mailbox. */
export async function findStanding(
  db: Db,
  userId: UserId,
  address: string,
): Promise<Standing | null> {
  const [sender] = await db
    .select({ standing: knownSenders.standing })
    .from(knownSenders)
    .where(and(eq(knownSenders.userId, userId), eq(knownSenders.address, address)))
  return sender?.standing ?? null
}

/** The last word counts. */
export async function settleSender(
  db: Db,
  sender: Readonly<typeof knownSenders.$inferInsert>,
): Promise<void> {
  const { standing, settledAt } = sender
  await db
    .insert(knownSenders)
    .values(sender)
    .onConflictDoUpdate({
      target: [knownSenders.userId, knownSenders.address],
      set: { standing, settledAt },
    })
}
