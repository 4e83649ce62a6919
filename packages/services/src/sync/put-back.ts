import { decisions } from '@doorman/db/schema'
import type { MailId } from '@doorman/domain/ids'
import { MailError } from '@doorman/mail/mail-error'
import type { Mailbox } from '@doorman/mail/mailbox'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Run } from './run.ts'

/**
 * Which of the messages that came into the inbox had been set aside or junked and
 * were put back by hand, where the provider did not say so: it was junk, the cursor
 * was lost, or our folder is younger than it. What came may have left again since,
 * with us, so the mailbox is asked where it is now.
 */
export async function listPutBack(
  ctx: Context,
  run: Run,
  mailbox: Mailbox,
  arrived: readonly MailId[],
): Promise<readonly MailId[]> {
  const putBack: MailId[] = []
  for (const id of await listSetAside(ctx, run, arrived))
    if (await isInInbox(mailbox, id)) putBack.push(id)
  return putBack
}

/** Before the run began: what we do meanwhile is nobody's hand. */
async function listSetAside(
  { db }: Context,
  run: Run,
  ids: readonly MailId[],
): Promise<readonly MailId[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ messageId: decisions.messageId })
    .from(decisions)
    .where(
      and(
        eq(decisions.mailboxId, run.id),
        inArray(decisions.messageId, [...ids]),
        inArray(decisions.state, ['done', 'spam']),
        lt(decisions.actedAt, run.startedAt),
      ),
    )
  return rows.map(({ messageId }) => messageId)
}

async function isInInbox(mailbox: Mailbox, id: MailId): Promise<boolean> {
  try {
    return (await mailbox.loadMail(id)).place === 'inbox'
  } catch (error) {
    if (error instanceof MailError && error.failure === 'gone') return false
    throw error
  }
}
