import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { undecidedMessages } from '@doorman/db/schema'
import type { MailboxId, ProviderMessageId } from '@doorman/domain/ids'
import { maxIndexWaitMs, toIndexRetryDelayMs } from '@doorman/domain/screening/correspondents'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { indexCorrespondentsJob, type Postponed } from '../../ports/jobs.ts'
import { findHasher } from '../correspondents/hash-key.ts'
import { findFailureMeaning, resolveMailFailure } from '../mail-failure.ts'
import { beginScreening, type Start } from './begin-screening.ts'
import { loadAttributed } from './load-attributed.ts'
import { loadPageFacts } from './page-facts.ts'
import { recordDecisions } from './record-decisions.ts'
import { screenOne, toCarefulClassifier } from './screen-page.ts'
import { keep, type Screening } from './screening.ts'

type Work = { readonly mailboxId: MailboxId; readonly providerMessageId: ProviderMessageId }

/** A message that crashed the worker or the screening this often is kept unchecked. */
const maxStarts = 3

/**
 * The careful way: decides what happens to one message and records the decision. The move follows in
 * its own job, so an outage of the provider loses no decision. In doubt, and after any failure, the
 * message stays in the inbox. If only the index of correspondents can tell whether the sender is known,
 * the message waits for it, an hour at most.
 */
export async function screenMessage(ctx: Context, work: Work): Promise<void | Postponed> {
  const [start] = await beginScreening(ctx, work.mailboxId, isUndecided(work))
  if (!start) return
  const screening =
    start.startCount > maxStarts
      ? keep('could-not-be-checked')
      : await screen(ctx, start).catch((error: unknown) =>
          afterFailure(ctx, start.row, work, error),
        )
  if (screening === 'index-incomplete') return waitForIndex(ctx, work, start)
  if (screening) await record(ctx, start, screening)
}

async function screen(ctx: Context, start: Start): Promise<Screening | 'index-incomplete'> {
  const { row, providerMessageId } = start
  const mailbox = await ctx.mail.openMailbox(row.grantId, row)
  const received = await loadAttributed(mailbox, row, providerMessageId)
  const facts = await loadPageFacts(ctx, start, [providerMessageId], [received])
  const classifier = toCarefulClassifier(ctx, start)
  return screenOne(ctx, { ...start, mailbox }, { ...start, received }, facts, classifier)
}

function record(ctx: Context, start: Start, screening: Screening): Promise<void> {
  return recordDecisions(ctx, {
    mailboxId: start.row.id,
    screenings: new Map([[start.providerMessageId, screening]]),
    isFirstScan: start.isFirstScan,
  })
}

async function waitForIndex(ctx: Context, work: Work, start: Start): Promise<void | Postponed> {
  const { foundAt, index } = start
  const waitedMs = ctx.now().getTime() - foundAt.getTime()
  if (waitedMs >= maxIndexWaitMs) return record(ctx, start, keep('index-incomplete'))
  await uncountStart(ctx, work)
  // An index whose key no longer opens looks complete to a sync. The job replaces it.
  if (index && !findHasher(ctx.keyRing, index))
    await ctx.jobs.enqueue(ctx.db, indexCorrespondentsJob, { mailboxId: work.mailboxId })
  const delayMs = toIndexRetryDelayMs(waitedMs)
  return { kind: 'postponed', reason: 'index-incomplete', delayMs }
}

/** Takes back the counted start. A failing mailbox, or a wait for the index, uses up no start. */
async function uncountStart({ db }: Context, work: Work): Promise<void> {
  await db
    .update(undecidedMessages)
    .set({ startCount: sql`${undecidedMessages.startCount} - 1` })
    .where(isUndecided(work))
}

function isUndecided({ mailboxId, providerMessageId }: Work) {
  return and(
    eq(undecidedMessages.mailboxId, mailboxId),
    eq(undecidedMessages.providerMessageId, providerMessageId),
  )
}

async function afterFailure(
  ctx: Context,
  row: MailboxRow,
  work: Work,
  error: unknown,
): Promise<Screening | null> {
  const forJob = findFailureMeaning(error)?.forJob
  if (forJob === 'needs-reconnect' || forJob === 'retry-later') await uncountStart(ctx, work)
  switch (await resolveMailFailure(ctx, row, error)) {
    case 'message-gone':
      return keep('gone')
    case 'message-refused':
      return keep('could-not-be-checked')
    case 'needs-reconnect':
      return null
  }
}
