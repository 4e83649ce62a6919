import type { Db } from '@doorman/db/client'
import { settleSender } from '@doorman/db/queries/known-senders'
import { addLesson } from '@doorman/db/queries/lessons'
import { decisions } from '@doorman/db/schema'
import type { MailId } from '@doorman/domain/ids'
import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Run } from './run.ts'

/** Whoever takes a message out of our folder has restored it: it is never moved again, and its sender is trusted. */
export async function restoreByHand(
  ctx: Context,
  tx: Db,
  { id, userId }: Run,
  takenOut: readonly MailId[],
): Promise<void> {
  const restored = await tx
    .update(decisions)
    .set({ state: 'restored' })
    .where(
      and(
        eq(decisions.mailboxId, id),
        inArray(decisions.messageId, [...takenOut]),
        inArray(decisions.state, ['pending', 'done']),
      ),
    )
    .returning()
  const now = ctx.now()
  for (const { id: decisionId, senderAddress: address, category, signals } of restored) {
    if (address === null || category === null) continue
    await settleSender(tx, { userId, address, standing: 'trusted', settledAt: now })
    await addLesson(tx, userId, {
      id: `${decisionId} restored`,
      act: 'restored',
      actedAtMs: now.getTime(),
      sender: address,
      category,
      signals,
    })
  }
}
