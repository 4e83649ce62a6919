import type { Db } from '@doorman/db/client'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { decisions } from '@doorman/db/schema'
import type { Policy } from '@doorman/domain/decide'
import type { ReceivedMail } from '@doorman/mail/mailbox'
import { and, desc, eq } from 'drizzle-orm'
import { findAnsweredReply } from './find-appeal.ts'

/** A thread of one sender's is rarely longer. */
const mostEarlier = 50

/**
 * Whether earlier mail of this sender in the same thread was filtered as
 * something the user still does not want. Not where they have put any of it back,
 * nor where the mail answers our smart response: whoever was asked to explain
 * themselves is judged by what they say.
 */
export async function isFollowUp(
  db: Db,
  row: MailboxRow,
  mail: ReceivedMail,
  { unwanted }: Policy,
): Promise<boolean> {
  const address = mail.message.from?.address
  if (address === undefined) return false
  const earlier = await db
    .select({ category: decisions.category, state: decisions.state })
    .from(decisions)
    .where(
      and(
        eq(decisions.mailboxId, row.id),
        eq(decisions.senderAddress, address),
        eq(decisions.threadId, mail.threadId),
      ),
    )
    .orderBy(desc(decisions.decidedAt))
    .limit(mostEarlier)
  if (earlier.some(({ state }) => state === 'restored')) return false
  const isUnwanted = earlier.some(({ category }) => category !== null && unwanted.has(category))
  return isUnwanted && !(await findAnsweredReply(db, row, mail))
}
