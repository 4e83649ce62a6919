import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { smartReplies } from '../schema.ts'

/** What is told of the answer to a message. */
export const answerColumns = {
  answeredAt: smartReplies.claimedAt,
  answerState: smartReplies.state,
}

/** Whether a smart response to this message went out, even if it came back. One that was only meant to is none. */
export function isAnswerTo(id: AnyPgColumn): SQL | undefined {
  return and(eq(smartReplies.decisionId, id), inArray(smartReplies.state, ['sent', 'bounced']))
}
