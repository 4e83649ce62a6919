import { decisions } from '@doorman/db/schema'
import type { ProviderMessageId } from '@doorman/domain/ids'
import type { Mailbox } from '@doorman/mail/mailbox'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { findFailureMeaning } from '../mail-failure.ts'
import type { SyncRun } from './sync-run.ts'

/**
 * Finds messages that the user moved back to the inbox by hand but that the provider does not list
 * as moved back: from junk, after a lost cursor, or after our folder was created anew. A job of
 * ours may have moved such a message since, so the provider is asked where it is now.
 */
export async function listMovedBack(
  ctx: Context,
  run: SyncRun,
  mailbox: Mailbox,
  arrived: readonly ProviderMessageId[],
): Promise<readonly ProviderMessageId[]> {
  const movedBack: ProviderMessageId[] = []
  for (const id of await listSetAside(ctx, run, arrived))
    if (await isInInbox(mailbox, id)) movedBack.push(id)
  return movedBack
}

/**
 * Only messages that we moved before this sync began: a later move is our own change, not the
 * user's.
 */
async function listSetAside(
  { db }: Context,
  run: SyncRun,
  ids: readonly ProviderMessageId[],
): Promise<readonly ProviderMessageId[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ providerMessageId: decisions.providerMessageId })
    .from(decisions)
    .where(
      and(
        eq(decisions.mailboxId, run.id),
        inArray(decisions.providerMessageId, [...ids]),
        inArray(decisions.state, ['set-aside', 'spam']),
        lt(decisions.movedAt, run.startedAt),
      ),
    )
  return rows.map(({ providerMessageId }) => providerMessageId)
}

async function isInInbox(mailbox: Mailbox, id: ProviderMessageId): Promise<boolean> {
  try {
    return (await mailbox.loadMessage(id)).location === 'inbox'
  } catch (error) {
    // A message that the provider does not show must not stop the mailbox's syncs for ever.
    const forJob = findFailureMeaning(error)?.forJob
    if (forJob === 'message-gone' || forJob === 'message-refused') return false
    throw error
  }
}
