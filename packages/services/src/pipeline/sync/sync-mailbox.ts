import { mailboxes } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { firstScanLimit } from '@doorman/domain/plans/plan'
import { dayMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'
import type { Cursor, Mailbox } from '@doorman/mail/mailbox'
import type { Context } from '../../ports/context.ts'
import { indexCorrespondentsJob, syncMailboxJob } from '../../ports/jobs.ts'
import { renewPush } from './renew-push.ts'
import { resumeOverdueWork } from './resume-overdue-work.ts'
import { beginSync, endSync, isCurrentRun, type SyncRun } from './sync-run.ts'
import { listMovedBack } from './list-moved-back.ts'
import { storeChanges } from './store-changes.ts'

/**
 * Finds what is new in a mailbox since the last sync and enqueues the screening of each message. A
 * sync that ends early is continued by the next one, after the last page that was stored. A mailbox
 * that must be reconnected is not checked again until then.
 */
export async function syncMailbox(
  ctx: Context,
  { mailboxId }: { mailboxId: MailboxId },
): Promise<void> {
  const run = await beginSync(ctx, mailboxId)
  if (!run) return
  let hasMore = false
  const failure = await catchMailError(async () => {
    const mailbox = await ctx.mail.openMailbox(run.grantId)
    await refreshOwnAddresses(ctx, run, mailbox)
    // Before the changes are listed: a message that arrives in between would otherwise be neither
    // listed now nor announced later.
    await renewPush(ctx, run, mailbox)
    hasMore = await listAllChanges(ctx, run, mailbox)
  })
  if (!failure) await resumeOverdueWork(ctx, run)
  // Its job may have died, or ended early because of a pause.
  if (!failure && run.index === 'incomplete')
    await ctx.jobs.enqueue(ctx.db, indexCorrespondentsJob, { mailboxId })
  await endSync(ctx, run, { failure, hasMore })
}

async function catchMailError(step: () => Promise<void>): Promise<MailError | null> {
  try {
    await step()
    return null
  } catch (error) {
    if (error instanceof MailError) return error
    throw error
  }
}

async function refreshOwnAddresses(ctx: Context, run: SyncRun, mailbox: Mailbox): Promise<void> {
  const { ownAddressesLoadedAt: loadedAt, startedAt } = run
  if (loadedAt && startedAt.getTime() - loadedAt.getTime() < dayMs) return
  const ownAddresses = [...(await mailbox.listOwnAddresses())]
  await ctx.db
    .update(mailboxes)
    .set({ ownAddresses, ownAddressesLoadedAt: startedAt })
    .where(isCurrentRun(run))
}

/** Pages per sync, so that the sync ends before its job expires. The next sync continues. */
const maxPages = 10

/** Returns whether there is more for the next sync. */
async function listAllChanges(ctx: Context, run: SyncRun, mailbox: Mailbox): Promise<boolean> {
  if (run.cursor === null) return scanInbox(ctx, run, mailbox, null)
  let cursor = run.cursor as Cursor // the column holds only cursors of the adapter
  for (let pages = 0; pages < maxPages; pages++) {
    const listedAt = ctx.now()
    const changes = await mailbox.listChanges(cursor)
    if (changes === 'cursor-lost') return scanInbox(ctx, run, mailbox, run.lastCheckedAt)
    const unreported = await listMovedBack(ctx, run, mailbox, changes.arrived)
    const movedBack = [...changes.movedBack, ...unreported]
    const isStored = await storeChanges(ctx, run, {
      ...changes,
      movedBack,
      listedAt,
      isFirstScan: false,
      isNewArrival: true,
    })
    if (!isStored || !changes.hasMore) return false
    cursor = changes.cursor
  }
  await ctx.jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId: run.id })
  return true
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
): Promise<false> {
  const isFirstScan = lastCheckedAt === null
  const listedAt = ctx.now()
  const { ids, cursor } = await mailbox.listInbox(
    isFirstScan
      ? { limit: firstScanLimit }
      : { limit: rescanLimit, since: new Date(lastCheckedAt.getTime() - dayMs) },
  )
  const movedBack = await listMovedBack(ctx, run, mailbox, ids)
  await storeChanges(ctx, run, {
    arrived: ids,
    movedToInbox: [],
    movedBack,
    sent: 'list-again',
    cursor,
    listedAt,
    isFirstScan,
    isNewArrival: false,
  })
  return false
}
