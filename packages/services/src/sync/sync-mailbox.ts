import { mailboxes } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { firstScanLimit } from '@doorman/domain/plan'
import { MailError } from '@doorman/mail/mail-error'
import type { Cursor, Mailbox } from '@doorman/mail/mailbox'
import type { Context } from '../context.ts'
import { syncMailboxJob } from '../jobs.ts'
import { keepPush } from './keep-push.ts'
import { resumeWork } from './resume-work.ts'
import { beginRun, endRun, isCurrent, type Run } from './run.ts'
import { listPutBack } from './put-back.ts'
import { takeIn } from './take-in.ts'

/**
 * Finds what is new in a mailbox since the last time and has each message
 * screened. Where a run ends early, the next goes on from the last page that was
 * taken in. A mailbox that needs its user is left alone from then on.
 */
export async function syncMailbox(
  ctx: Context,
  { mailboxId }: { mailboxId: MailboxId },
): Promise<void> {
  const run = await beginRun(ctx, mailboxId)
  if (!run) return
  const failure = await findFailure(async () => {
    const mailbox = await ctx.mail.openMailbox(run.grantId)
    await refreshOwnAddresses(ctx, run, mailbox)
    // First, so that nothing falls between what we read now and what we are told from now on.
    await keepPush(ctx, run, mailbox)
    await catchUp(ctx, run, mailbox)
  })
  if (!failure) await resumeWork(ctx, run)
  await endRun(ctx, run, failure)
}

async function findFailure(act: () => Promise<void>): Promise<MailError | null> {
  try {
    await act()
    return null
  } catch (error) {
    if (error instanceof MailError) return error
    throw error
  }
}

const dayMs = 86_400_000

async function refreshOwnAddresses(ctx: Context, run: Run, mailbox: Mailbox): Promise<void> {
  const { ownAddressesAt: askedAt, startedAt } = run
  if (askedAt && startedAt.getTime() - askedAt.getTime() < dayMs) return
  const ownAddresses = [...(await mailbox.listOwnAddresses())]
  await ctx.db
    .update(mailboxes)
    .set({ ownAddresses, ownAddressesAt: startedAt })
    .where(isCurrent(run))
}

/** Of one run. What is left is for the next, so that no run outlives its job. */
const mostPages = 10

async function catchUp(ctx: Context, run: Run, mailbox: Mailbox): Promise<void> {
  if (run.cursor === null) return scan(ctx, run, mailbox, null)
  let cursor = run.cursor as Cursor // only an adapter's cursor is ever stored
  for (let pages = 0; pages < mostPages; pages++) {
    const seenAt = ctx.now()
    const changes = await mailbox.listChanges(cursor)
    if (changes === 'cursor-lost') return scan(ctx, run, mailbox, run.lastCheckedAt)
    const putBack = await listPutBack(ctx, run, mailbox, changes.arrived)
    const takenOut = [...changes.takenOut, ...putBack]
    const isOurs = await takeIn(ctx, run, {
      ...changes,
      takenOut,
      seenAt,
      isFirstScan: false,
      isNews: true,
    })
    if (!isOurs || !changes.hasMore) return
    cursor = changes.cursor
  }
  await ctx.jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId: run.id })
}

/** More than anybody gets while a cursor is lost. */
const resyncLimit = 10_000

/**
 * Reads the inbox itself: the newest of a new mailbox, or, where the provider
 * has forgotten our cursor, everything since a day before we last had one.
 */
async function scan(
  ctx: Context,
  run: Run,
  mailbox: Mailbox,
  lastCheckedAt: Date | null,
): Promise<void> {
  const isFirstScan = lastCheckedAt === null
  const seenAt = ctx.now()
  const { ids, cursor } = await mailbox.listInbox(
    isFirstScan
      ? { limit: firstScanLimit }
      : { limit: resyncLimit, since: new Date(lastCheckedAt.getTime() - dayMs) },
  )
  const takenOut = await listPutBack(ctx, run, mailbox, ids)
  await takeIn(ctx, run, { arrived: ids, takenOut, cursor, seenAt, isFirstScan, isNews: false })
}
