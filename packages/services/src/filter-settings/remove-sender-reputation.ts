import { changeLessons } from '@doorman/db/queries/lessons'
import { senderReputations } from '@doorman/db/schema'
import { normaliseAddress } from '@doorman/domain/mail/email-address'
import { forgetSender as unlearnSender } from '@doorman/domain/learning/lessons'
import { and, eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

/** Removes the reputation and the lessons from this sender's emails. Idempotent. */
export async function removeSenderReputation(
  { db }: Context,
  { userId }: Actor,
  { address }: { readonly address: string },
): Promise<void> {
  const sender = normaliseAddress(address)
  await db.transaction(async (tx) => {
    await tx
      .delete(senderReputations)
      .where(and(eq(senderReputations.userId, userId), eq(senderReputations.address, sender)))
    await changeLessons(tx, userId, (known) => unlearnSender(known, sender))
  })
}
