import { hasState } from '@doorman/db/queries/listed-decisions'
import { correspondentIndexes, dailyCounts, decisions, mailboxes } from '@doorman/db/schema'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { toIndexProgress, type IndexProgress } from '@doorman/domain/screening/correspondents'
import { and, asc, eq, sum } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

export type ListedMailbox = typeof mailboxes.$inferSelect & {
  /** Progress of the index of correspondents; `null` except during its first reading. */
  readonly indexProgress: IndexProgress | null
  /** Messages decided so far. */
  readonly checked: number
  /** Observed messages that the user has neither moved nor kept. */
  readonly wouldMove: number
}

/** Far more than a user has. The page shows all of them. */
const maxMailboxes = 500

export async function listMailboxes(
  { db }: Context,
  { userId }: Actor,
  { provider }: { provider: MailProvider },
): Promise<ListedMailbox[]> {
  const isUndecided = and(eq(decisions.mailboxId, mailboxes.id), hasState['would-move'])
  const checked = db
    .select({ count: sum(dailyCounts.processed).as('count') })
    .from(dailyCounts)
    .where(eq(dailyCounts.mailboxId, mailboxes.id))
    .as('checked')
  const rows = await db
    .select({
      mailbox: mailboxes,
      index: correspondentIndexes,
      checked: checked.count,
      wouldMove: db.$count(decisions, isUndecided),
    })
    .from(mailboxes)
    .crossJoinLateral(checked)
    .leftJoin(correspondentIndexes, eq(correspondentIndexes.mailboxId, mailboxes.id))
    .where(and(eq(mailboxes.userId, userId), eq(mailboxes.provider, provider)))
    .orderBy(asc(mailboxes.createdAt), asc(mailboxes.id))
    .limit(maxMailboxes)
  return rows.map(({ mailbox, index, checked, wouldMove }) => ({
    ...mailbox,
    checked: Number(checked ?? 0),
    wouldMove,
    indexProgress: index && toIndexProgress(index),
  }))
}
