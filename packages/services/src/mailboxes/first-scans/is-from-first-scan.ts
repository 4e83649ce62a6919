import { decisions, type mailboxes } from '@doorman/db/schema'
import { and, eq, lt, ne } from 'drizzle-orm'

type Mailbox = Pick<typeof mailboxes.$inferSelect, 'id' | 'createdAt'>

/**
 * Decisions of a mailbox's first scan: their messages arrived before the mailbox was connected. Later
 * syncs leave such messages in the inbox.
 */
export function isFromFirstScan({ id, createdAt }: Mailbox) {
  return and(
    eq(decisions.mailboxId, id),
    ne(decisions.outcome, 'keep'),
    lt(decisions.receivedAt, createdAt),
  )
}
