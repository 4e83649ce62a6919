import type { Db } from '@doorman/db/client'
import { decisions } from '@doorman/db/schema'
import type { ProviderMessageId } from '@doorman/domain/ids'
import { and, eq, inArray, lt, or } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { applyAction } from '../../user-actions/apply-action.ts'
import type { SyncRun } from './sync-run.ts'

/**
 * Treats messages that the user moved back by hand as restored: they are never moved again, and
 * their senders are trusted. Races with moveMessage: if we moved a message after `listedAt`, the
 * listed change is older than our move and must not count as a restore, so the message is left out.
 */
export async function applyManualRestores(
  ctx: Context,
  tx: Db,
  { id, userId }: SyncRun,
  {
    movedBack,
    listedAt,
  }: { readonly movedBack: readonly ProviderMessageId[]; readonly listedAt: Date },
): Promise<void> {
  if (movedBack.length === 0) return
  const wasMovedByUs = and(
    inArray(decisions.state, ['set-aside', 'spam']),
    lt(decisions.movedAt, listedAt),
  )
  await applyAction(ctx, tx, {
    userId,
    action: 'restore',
    isAlreadyMoved: true,
    which: and(
      eq(decisions.mailboxId, id),
      inArray(decisions.providerMessageId, [...movedBack]),
      or(eq(decisions.state, 'pending'), wasMovedByUs),
    ),
  })
}
