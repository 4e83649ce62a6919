import type { Db } from '@doorman/db/client'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { decisions, smartReplies } from '@doorman/db/schema'
import type { Policy } from '@doorman/domain/screening/policy'
import type { Message } from '@doorman/domain/mail/message'
import { listReferences } from '@doorman/domain/mail/references'
import type { ReceivedMessage } from '@doorman/mail/mailbox'
import { and, desc, eq } from 'drizzle-orm'

/** A sender rarely writes more messages in one thread. */
const maxEarlierMessages = 50

/**
 * Whether an earlier message of this sender in the same thread was filtered, in a category that
 * the user still does not want. `false` if the user restored one of them, or if the message may
 * answer our smart response: an answer to it is judged by its own text.
 */
export async function isFollowUp(
  db: Db,
  row: MailboxRow,
  { message, threadId }: ReceivedMessage,
  policy: Policy,
): Promise<boolean> {
  const address = message.from?.address
  if (address === undefined) return false
  const earlier = await listEarlier(db, row, address, threadId)
  if (earlier.some(({ state }) => state === 'restored')) return false
  return earlier.some((one) => isUnwanted(one, policy)) && !mayAnswerOurReply(message, earlier)
}

type Earlier = Awaited<ReturnType<typeof listEarlier>>[number]

function listEarlier(db: Db, { id }: MailboxRow, address: string, threadId: string) {
  return db
    .select({
      outcome: decisions.outcome,
      category: decisions.category,
      state: decisions.state,
      rfcMessageId: decisions.rfcMessageId,
      replyState: smartReplies.state,
    })
    .from(decisions)
    .leftJoin(smartReplies, eq(smartReplies.decisionId, decisions.id))
    .where(
      and(
        eq(decisions.mailboxId, id),
        eq(decisions.senderAddress, address),
        eq(decisions.threadId, threadId),
      ),
    )
    .orderBy(desc(decisions.decidedAt))
    .limit(maxEarlierMessages)
}

/**
 * A `gone` message left the inbox before we could move it, so it does not count. Nor does one that was
 * put back (`returned`): its user took the filtering back, but did not say that the sender is welcome.
 * A message that was only observed counts while the mailbox is still observed.
 */
function isUnwanted({ outcome, state, category }: Earlier, { mode, unwanted }: Policy): boolean {
  const wasFiltered =
    outcome === 'filter' ? state !== 'gone' && state !== 'returned' : mode === 'observe'
  return wasFiltered && category !== null && unwanted.has(category)
}

/**
 * Whether we have replied in this thread and the message refers to a Message-ID that is not one of
 * the sender's own. The Message-ID of our reply itself may be unknown: the provider's response
 * to the send call can get lost.
 */
function mayAnswerOurReply({ headers }: Message, earlier: readonly Earlier[]): boolean {
  const own = new Set(earlier.map(({ rfcMessageId }) => rfcMessageId))
  return (
    earlier.some(({ replyState }) => replyState !== null && replyState !== 'unsent') &&
    listReferences(headers).some((id) => !own.has(id))
  )
}
