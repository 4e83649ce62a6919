import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { smartReplies } from '../schema.ts'

/** What lists show of the reply to a message. */
export const replyColumns = {
  repliedAt: smartReplies.claimedAt,
  replyState: smartReplies.state,
}

/** Joins a decision to its reply. Bounced replies count; claimed and unsent ones do not. */
export function isReplyTo(id: AnyPgColumn): SQL | undefined {
  return and(eq(smartReplies.decisionId, id), inArray(smartReplies.state, ['sent', 'bounced']))
}
