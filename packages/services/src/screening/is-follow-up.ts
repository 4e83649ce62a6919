import type { Db } from '@doorman/db/client'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { decisions, smartReplies } from '@doorman/db/schema'
import type { Policy } from '@doorman/domain/decide'
import type { Message } from '@doorman/domain/message'
import { listReferences } from '@doorman/domain/references'
import type { ReceivedMail } from '@doorman/mail/mailbox'
import { and, desc, eq } from 'drizzle-orm'

/** A thread of one sender's is rarely longer. */
const mostEarlier = 50

/**
 * Whether other mail of this sender in the same thread was filtered as
 * something the user still does not want. Not where they have put any of it back,
 * nor where the mail may answer our smart response: whoever was asked to explain
 * themselves is judged by what they say.
 */
export async function isFollowUp(
  db: Db,
  row: MailboxRow,
  { message, threadId }: ReceivedMail,
  policy: Policy,
): Promise<boolean> {
  const address = message.from?.address
  if (address === undefined) return false
  const earlier = await listEarlier(db, row, address, threadId)
  if (earlier.some(({ state }) => state === 'restored')) return false
  return earlier.some((one) => isUnwanted(one, policy)) && !mayAnswerUs(message, earlier)
}

type Earlier = Awaited<ReturnType<typeof listEarlier>>[number]

function listEarlier(db: Db, { id }: MailboxRow, address: string, threadId: string) {
  return db
    .select({
      outcome: decisions.outcome,
      category: decisions.category,
      state: decisions.state,
      headerId: decisions.headerId,
      answer: smartReplies.state,
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
    .limit(mostEarlier)
}

/** What was only watched, or gone before we came, was never filtered. */
function isUnwanted({ outcome, state, category }: Earlier, { mode, unwanted }: Policy): boolean {
  const wasFiltered = outcome === 'filter' ? state !== 'gone' : mode === 'observe'
  return wasFiltered && category !== null && unwanted.has(category)
}

/**
 * We have answered, and it refers to more than its sender's own mail. Under which
 * Message-ID our answer went out is not always known: the provider's word may have
 * been lost on the way.
 */
function mayAnswerUs({ headers }: Message, earlier: readonly Earlier[]): boolean {
  const own = new Set(earlier.map(({ headerId }) => headerId))
  return (
    earlier.some(({ answer }) => answer !== null && answer !== 'unsent') &&
    listReferences(headers).some((id) => !own.has(id))
  )
}
