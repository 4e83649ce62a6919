import { mailboxes } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { firstScanLimit } from '@doorman/domain/plans/plan'
import { dayMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'
import type { Cursor, Mailbox } from '@doorman/mail/mailbox'
import type { Context } from '../../ports/context.ts'
import { indexCorrespondentsJob, type Attempt } from '../../ports/jobs.ts'
import { renewPush } from './renew-push.ts'
import { resumeOverdueWork } from './resume-overdue-work.ts'
import { screenArrivals } from './screen-arrivals.ts'
import { storeChanges } from './store-changes.ts'
import { beginSync, failSync, isCurrentRun, type SyncRun } from './sync-run.ts'

/**
 * Finds what is new in a mailbox since the last sync, and screens it: right away if there is little, in
 * jobs otherwise. A sync that ends early is continued by the next one, after the last page that was
 * stored. A mailbox that must be reconnected is not checked again until then.
 */
export async function syncMailbox(
  ctx: Context,
  { mailboxId }: { mailboxId: MailboxId },
  attempt?: Attempt,
): Promise<void | 'completed'> {
  const begun = await beginSync(ctx, mailboxId)
  if (!begun) return
  try {
    const mailbox = await ctx.mail.openMailbox(begun.grantId, begun)
    const run = await refreshOwnAddresses(ctx, begun, mailbox)
    // Before the changes are listed: a message that arrives in between would otherwise be neither
    // listed now nor announced later.
    await renewPush(ctx, run, mailbox)
    const end = await storeAllChanges(ctx, run, mailbox, attempt)
    return end === 'completed' ? end : undefined
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    await failSync(ctx, begun, error)
  }
}

async function refreshOwnAddresses(ctx: Context, run: SyncRun, mailbox: Mailbox): Promise<SyncRun> {
  const { ownAddressesLoadedAt: loadedAt, startedAt } = run
  if (loadedAt && startedAt.getTime() - loadedAt.getTime() < dayMs) return run
  const ownAddresses = [...(await mailbox.listOwnAddresses())]
  await ctx.db
    .update(mailboxes)
    .set({ ownAddresses, ownAddressesLoadedAt: startedAt })
    .where(isCurrentRun(run))
  return { ...run, ownAddresses }
}

/** Pages per sync, so that the sync ends before its job expires. The next sync continues. */
const maxPages = 10

type Stored = Awaited<ReturnType<typeof storeChanges>>

async function storeAllChanges(
  ctx: Context,
  run: SyncRun,
  mailbox: Mailbox,
  attempt?: Attempt,
): Promise<Stored> {
  if (run.cursor === null) return scanInbox(ctx, run, mailbox, null, attempt)
  let cursor = run.cursor as Cursor // the column holds only cursors of the adapter
  for (let page = 1; ; page += 1) {
    const listedAt = ctx.now()
    const changes = await mailbox.listChanges(cursor)
    if (changes === 'cursor-lost') return scanInbox(ctx, run, mailbox, run.lastCheckedAt, attempt)
    if (page === 1) await resumeWork(ctx, run)
    const { sent, hasMore } = changes
    // What the user has just sent is known only when this page is stored, and decides who is a stranger.
    const hasSent = sent === 'list-again' || sent.length > 0 || run.index === null
    const isQuick = page === 1 && !hasMore && !hasSent
    const arrivals = await screenArrivals(ctx, run, mailbox, { ...changes, isQuick })
    const end = !hasMore ? 'done' : page < maxPages ? 'not-yet' : 'stopped'
    const stored = await storeChanges(
      ctx,
      run,
      { ...changes, ...arrivals, listedAt, isFirstScan: false, isNewArrival: true, end },
      attempt,
    )
    if (stored === 'overtaken' || end !== 'not-yet') return stored
    cursor = changes.cursor
  }
}

/** The provider answers, so work whose jobs ended early, for example in a pause, is resumed. */
async function resumeWork(ctx: Context, run: SyncRun): Promise<void> {
  if (run.hasOverdueWork) await resumeOverdueWork(ctx, run)
  if (run.index !== null && run.index.completedAt === null)
    await ctx.jobs.enqueue(ctx.db, indexCorrespondentsJob, { mailboxId: run.id })
}

/** More messages than arrive before a lost cursor is noticed. */
const rescanLimit = 10_000

/**
 * Lists the inbox itself: the newest messages of a new mailbox or, if the provider no longer knows
 * our cursor, everything since a day before the last successful sync.
 */
async function scanInbox(
  ctx: Context,
  run: SyncRun,
  mailbox: Mailbox,
  lastCheckedAt: Date | null,
  attempt?: Attempt,
): Promise<Stored> {
  const isFirstScan = lastCheckedAt === null
  const listedAt = ctx.now()
  const { ids, cursor } = await mailbox.listInbox(
    isFirstScan
      ? { limit: firstScanLimit }
      : { limit: rescanLimit, since: new Date(lastCheckedAt.getTime() - dayMs) },
  )
  await resumeWork(ctx, run)
  const found = { arrived: ids, movedToInbox: [], movedBack: [] }
  const arrivals = await screenArrivals(ctx, run, mailbox, { ...found, isQuick: false })
  return storeChanges(
    ctx,
    run,
    {
      ...found,
      ...arrivals,
      sent: 'list-again',
      cursor,
      listedAt,
      isFirstScan,
      isNewArrival: false,
      end: 'done',
    },
    attempt,
  )
}
