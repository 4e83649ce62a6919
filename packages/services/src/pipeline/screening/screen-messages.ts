import { undecidedMessages } from '@doorman/db/schema'
import type { MailboxId, ProviderMessageId } from '@doorman/domain/ids'
import { MailError } from '@doorman/mail/mail-error'
import { maxLoadedAtOnce } from '@doorman/mail/mailbox'
import { and, asc, eq, gt, notInArray, sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { screenMessageJob, screenMessagesJob, type Attempt } from '../../ports/jobs.ts'
import { beginScreening, type Start } from './begin-screening.ts'
import { loadPageFacts } from './page-facts.ts'
import { recordDecisions } from './record-decisions.ts'
import { loadPage, screenPage } from './screen-page.ts'
import type { Screening } from './screening.ts'

/**
 * Screens undecided messages of a mailbox, a page at a time, and enqueues itself until none is left.
 * Takes only messages whose screening was never started, and counts the start: whatever is not decided
 * here, because the worker dies or anything is unusual, goes the careful way, each in its own job.
 */
export async function screenMessages(
  ctx: Context,
  { mailboxId }: { readonly mailboxId: MailboxId },
  attempt?: Attempt,
): Promise<void | 'completed'> {
  const starts = await beginScreening(ctx, mailboxId, isNext(ctx, mailboxId))
  const [first] = starts
  const isLast = starts.length < maxLoadedAtOnce
  const screenings = first ? await screen(ctx, first, starts) : new Map<never, never>()
  const careful = starts
    .map(({ providerMessageId }) => providerMessageId)
    .filter((id) => !screenings.has(id))
  if (isLast) careful.push(...(await listStartedBefore(ctx, mailboxId, starts)))
  if (!first && careful.length === 0) return
  await recordDecisions(ctx, {
    mailboxId,
    screenings,
    isFirstScan: starts.some((start) => start.isFirstScan),
    async enqueueOthers(tx) {
      const payloads = careful.map((providerMessageId) => ({ mailboxId, providerMessageId }))
      if (payloads.length > 0) await ctx.jobs.enqueueAll(tx, screenMessageJob, payloads)
      if (!isLast) await ctx.jobs.enqueue(tx, screenMessagesJob, { mailboxId })
    },
    complete: async (tx) => attempt?.complete(tx),
  })
  return attempt && 'completed'
}

/**
 * Locked in the order of their ids, as everywhere: otherwise this could deadlock with a sync that
 * marks several of them. Two jobs may choose the same rows: the second one waits for the locks,
 * checks the condition again and leaves out what the first one has started.
 */
function isNext({ db }: Context, mailboxId: MailboxId) {
  const { providerMessageId, startCount } = undecidedMessages
  const next = db
    .select({ providerMessageId })
    .from(undecidedMessages)
    .where(and(eq(undecidedMessages.mailboxId, mailboxId), eq(startCount, 0)))
    .orderBy(asc(providerMessageId))
    .limit(maxLoadedAtOnce)
    .for('no key update')
  // An array, so that the rows are chosen once: as a join, PostgreSQL might choose again for each row.
  return and(sql`${providerMessageId} = any(array ${next})`, eq(startCount, 0))
}

async function screen(
  ctx: Context,
  { row, index, preferences }: Start,
  starts: readonly Start[],
): Promise<ReadonlyMap<ProviderMessageId, Screening>> {
  const ids = starts.map(({ providerMessageId }) => providerMessageId)
  try {
    const mailbox = await ctx.mail.openMailbox(row.grantId, row)
    const page = await loadPage(mailbox, row, ids)
    const facts = await loadPageFacts(ctx, { row, index }, ids, [...page.values()])
    const loaded = starts.flatMap((start) => {
      const received = page.get(start.providerMessageId)
      return received ? [{ ...start, received }] : []
    })
    return await screenPage(ctx, { row, preferences, mailbox }, loaded, facts)
  } catch (error) {
    if (error instanceof MailError) return new Map()
    throw error
  }
}

/** Messages whose worker died, or that have a job already: a second job for one is dropped. */
async function listStartedBefore(
  { db }: Context,
  mailboxId: MailboxId,
  starts: readonly Start[],
): Promise<readonly ProviderMessageId[]> {
  const { providerMessageId, startCount } = undecidedMessages
  const ids = starts.map((start) => start.providerMessageId)
  const rows = await db
    .select({ providerMessageId })
    .from(undecidedMessages)
    .where(
      and(
        eq(undecidedMessages.mailboxId, mailboxId),
        gt(startCount, 0),
        notInArray(providerMessageId, ids),
      ),
    )
  return rows.map((row) => row.providerMessageId)
}
