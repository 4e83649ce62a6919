import { isOpen, type MailboxRow } from '@doorman/db/queries/mailboxes'
import { correspondentIndexes, mailboxes, undecidedMessages } from '@doorman/db/schema'
import type { MailboxId, ProviderMessageId } from '@doorman/domain/ids'
import { maxIndexWaitMs, toIndexRetryDelayMs } from '@doorman/domain/screening/correspondents'
import { once } from '@doorman/domain/screening/fact'
import { findKeepReason } from '@doorman/domain/screening/keep-rules'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { indexCorrespondentsJob, type Postponed } from '../../ports/jobs.ts'
import { findHasher } from '../correspondents/hash-key.ts'
import { findFailureMeaning, resolveMailFailure } from '../mail-failure.ts'
import { findAppeal } from '../appeals/find-appeal.ts'
import { judge } from './judge.ts'
import { keep, recordDecision, type Screening } from './record-decision.ts'

type Work = { readonly mailboxId: MailboxId; readonly providerMessageId: ProviderMessageId }

/** A message that crashed the worker or the screening this often is kept unchecked. */
const maxStarts = 3

/**
 * Decides what happens to one new message and records the decision. The move follows in its own
 * job, so an outage of the provider loses no decision. In doubt, and after any failure, the message
 * stays in the inbox. If only the index of correspondents can tell whether the sender is known, the
 * message waits for it, an hour at most.
 */
export async function screenMessage(ctx: Context, work: Work): Promise<void | Postponed> {
  const start = await beginScreening(ctx, work)
  if (!start) return
  const screening =
    start.startCount > maxStarts
      ? keep('could-not-be-checked')
      : await screen(ctx, work.providerMessageId, start).catch((error: unknown) =>
          afterFailure(ctx, start.mailbox, work, error),
        )
  if (screening === 'index-incomplete') return waitForIndex(ctx, work, start)
  if (screening) await recordDecision(ctx, work, screening)
}

async function waitForIndex(
  ctx: Context,
  work: Work,
  { foundAt, index }: Start,
): Promise<void | Postponed> {
  const waitedMs = ctx.now().getTime() - foundAt.getTime()
  if (waitedMs >= maxIndexWaitMs) return recordDecision(ctx, work, keep('index-incomplete'))
  await uncountStart(ctx, work)
  // An index whose key no longer opens looks complete to a sync. The job replaces it.
  if (index && !findHasher(ctx.keyRing, index))
    await ctx.jobs.enqueue(ctx.db, indexCorrespondentsJob, { mailboxId: work.mailboxId })
  const delayMs = toIndexRetryDelayMs(waitedMs)
  return { kind: 'postponed', reason: 'index-incomplete', delayMs }
}

async function screen(
  ctx: Context,
  providerMessageId: ProviderMessageId,
  { mailbox: row, index, isNewArrival, wasMovedToInbox }: Start,
): Promise<Screening | 'index-incomplete'> {
  const mailbox = await ctx.mail.openMailbox(row.grantId)
  const received = await mailbox.loadMessage(providerMessageId)
  const findReply = once(() => findAppeal(ctx, row, received))
  const reason = await findKeepReason(['arrival'], {
    sender: received.message.from?.address ?? null,
    isInInbox: received.location === 'inbox',
    arrival: {
      isNewArrival,
      ageMs: ctx.now().getTime() - received.receivedAt.getTime(),
      ageAtConnectionMs: row.createdAt.getTime() - received.receivedAt.getTime(),
      wasMovedToInbox: wasMovedToInbox || received.wasDeliveredElsewhere === true,
    },
    isAppeal: async () => (await findReply()) !== null,
  })
  if (reason === null) return judge(ctx, { row, index, mailbox, received })
  if (reason === 'not-in-inbox') return keep(reason)
  const appealedReply = reason === 'appeal' ? await findReply() : null
  return { ...keep(reason, received), ...(appealedReply !== null && { appealedReply }) }
}

type Start = NonNullable<Awaited<ReturnType<typeof beginScreening>>>

/**
 * Counts the start before the message is read, since reading it may crash the process. Returns
 * nothing if the message is already decided or the mailbox is not open to us.
 */
async function beginScreening({ db }: Context, work: Work) {
  const [start] = await db
    .update(undecidedMessages)
    .set({ startCount: sql`${undecidedMessages.startCount} + 1` })
    .from(mailboxes)
    .leftJoin(correspondentIndexes, eq(correspondentIndexes.mailboxId, mailboxes.id))
    .where(and(isUndecided(work), isOpen(work.mailboxId)))
    .returning({
      startCount: undecidedMessages.startCount,
      foundAt: undecidedMessages.foundAt,
      isNewArrival: undecidedMessages.isNewArrival,
      wasMovedToInbox: undecidedMessages.wasMovedToInbox,
      mailbox: mailboxes,
      index: correspondentIndexes,
    })
  return start
}

/**
 * For a failure of the mailbox, or a wait for the index: neither uses up the message's starts.
 */
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
  mailbox: MailboxRow,
  work: Work,
  error: unknown,
): Promise<Screening | null> {
  const forJob = findFailureMeaning(error)?.forJob
  if (forJob === 'needs-reconnect' || forJob === 'retry-later') await uncountStart(ctx, work)
  switch (await resolveMailFailure(ctx, mailbox, error)) {
    case 'message-gone':
      return keep('gone')
    case 'message-refused':
      return keep('could-not-be-checked')
    case 'needs-reconnect':
      return null
  }
}
