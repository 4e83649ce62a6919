import type { Db } from '@doorman/db/client'
import { decisions } from '@doorman/db/schema'
import type { MailId } from '@doorman/domain/ids'
import { and, eq, inArray, lt, or } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { takeWord } from '../last-word.ts'
import type { Run } from './run.ts'

/**
 * Whoever takes a message out of where we put it has restored it: it is never
 * moved again, and its sender is trusted. What we have put there since the
 * mailbox was looked at was taken out before, and by us.
 */
export async function restoreByHand(
  ctx: Context,
  tx: Db,
  { id, userId }: Run,
  { takenOut, seenAt }: { readonly takenOut: readonly MailId[]; readonly seenAt: Date },
): Promise<void> {
  if (takenOut.length === 0) return
  const wasPutThere = and(inArray(decisions.state, ['done', 'spam']), lt(decisions.actedAt, seenAt))
  await takeWord(ctx, tx, {
    userId,
    word: 'restored',
    isByHand: true,
    about: and(
      eq(decisions.mailboxId, id),
      inArray(decisions.messageId, [...takenOut]),
      or(eq(decisions.state, 'pending'), wasPutThere),
    ),
  })
}
