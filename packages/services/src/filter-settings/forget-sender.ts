import { changeLessons } from '@doorman/db/queries/lessons'
import { knownSenders } from '@doorman/db/schema'
import { normaliseAddress } from '@doorman/domain/email-address'
import { forgetSender as unlearnSender } from '@doorman/domain/lessons'
import { and, eq } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'

/** Neither trusted nor blocked from now on, and nothing is learned from their mail. One who was not known is not known now. */
export async function forgetSender(
  { db }: Context,
  { userId }: Actor,
  { address }: { readonly address: string },
): Promise<void> {
  const sender = normaliseAddress(address)
  await db.transaction(async (tx) => {
    await tx
      .delete(knownSenders)
      .where(and(eq(knownSenders.userId, userId), eq(knownSenders.address, sender)))
    await changeLessons(tx, userId, (known) => unlearnSender(known, sender))
  })
}
