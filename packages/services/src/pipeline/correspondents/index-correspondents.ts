import type { Db } from '@doorman/db/client'
import { findOpenMailbox, isOpen, type MailboxRow } from '@doorman/db/queries/mailboxes'
import { correspondentIndexes, mailboxes, sentMessages } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import {
  maxIndexedMessages,
  sentMessageRetentionMs,
} from '@doorman/domain/screening/correspondents'
import { secondMs } from '@doorman/domain/time'
import type { Mailbox, SentCursor, SentPage } from '@doorman/mail/mailbox'
import { and, eq, lt } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { indexCorrespondentsJob, type GivenUp } from '../../ports/jobs.ts'
import { resolveMailFailure } from '../mail-failure.ts'
import { addSent } from './add-sent.ts'
import { findIndex } from './consult-index.ts'
import { findHasher, type IndexRow } from './hash-key.ts'
import { lockIndex } from './lock-index.ts'

/** Short, because other mailboxes wait for the same slot. */
const defaults = { maxPages: 20, lastPageAfterMs: 15 * secondMs, maxMessages: maxIndexedMessages }

/**
 * Reads sent messages into the index of correspondents, from the newest to the oldest, and enqueues
 * itself until all are read. Each page is stored together with the place of the next one, so a job
 * that dies loses at most one page, and reading a page again changes nothing. A mailbox that is
 * paused or must be reconnected is continued by its next sync.
 */
export async function indexCorrespondents(
  ctx: Context,
  { mailboxId }: { mailboxId: MailboxId },
  limits: Partial<typeof defaults> = {},
): Promise<void | GivenUp> {
  const row = await findOpenMailbox(ctx.db, mailboxId)
  if (!row) return
  try {
    const mailbox = await ctx.mail.openMailbox(row.grantId)
    const hasMore = await readPages(ctx, row, mailbox, { ...defaults, ...limits })
    if (hasMore) await ctx.jobs.enqueue(ctx.db, indexCorrespondentsJob, { mailboxId })
  } catch (error) {
    const meaning = await resolveMailFailure(ctx, row, error)
    if (meaning !== 'needs-reconnect') return { kind: 'given-up', failure: 'provider-refused' }
  }
}

/** Returns whether there is more for a next job. */
async function readPages(
  ctx: Context,
  row: MailboxRow,
  mailbox: Mailbox,
  { maxPages, lastPageAfterMs, maxMessages }: typeof defaults,
): Promise<boolean> {
  const startedAt = ctx.now().getTime()
  for (let pages = 0; pages < maxPages; pages++) {
    if (ctx.now().getTime() - startedAt > lastPageAfterMs) return true
    const index = await findReadable(ctx, row.id)
    if (!index || index.completedAt !== null) return false
    const totalCount = await countTotal(index, mailbox)
    // Only the adapter's own places are stored in this column.
    const page = await mailbox.listSent(index.nextPage as SentCursor | null)
    if (page.next !== null && page.next === index.nextPage)
      throw new Error('The next page of sent messages is the same page')
    const readCount = index.readCount + page.messages.length
    const isLast = page.next === null || readCount >= maxMessages || reaches(page, index.readsSince)
    const isStored = await storePage(ctx, row, index, page, {
      nextPage: isLast ? null : page.next,
      readCount,
      totalCount,
    })
    if (!isStored) return false
  }
  return true
}

/** Returns the index. If its key does not open, the index is emptied first and gets a new key. */
async function findReadable(ctx: Context, mailboxId: MailboxId): Promise<IndexRow | null> {
  const row = await findIndex(ctx.db, mailboxId)
  if (!row || findHasher(ctx.keyRing, row)) return row
  return ctx.db.transaction(async (tx) =>
    (await lockOpenMailbox(tx, mailboxId)) ? (await lockIndex(ctx, tx, mailboxId)).row : null,
  )
}

/** Counts only for the first reading, which users see as progress. Later ones read what is new. */
function countTotal(
  { totalCount, readsSince }: IndexRow,
  mailbox: Mailbox,
): Promise<number> | number | null {
  return totalCount ?? (readsSince === null ? mailbox.countSent() : null)
}

function reaches({ messages }: SentPage, since: Date | null): boolean {
  // All messages of the page: the provider's order may be off by a few.
  return since !== null && messages.length > 0 && messages.every(({ sentAt }) => sentAt < since)
}

/**
 * Stores a page and the place of the next one. Stores nothing and returns `false` if the mailbox is
 * no longer open, or if the index is not where it was when the page was read. Two jobs may read the
 * same page: the place is compared (compare and set), so one of them stores it. A sync may have
 * restarted the index meanwhile: the page may lack what was sent before the sync, so the fencing
 * token is compared, too.
 *
 * Lock order: mailboxes (share), correspondent_indexes, sent_messages, correspondents.
 */
async function storePage(
  ctx: Context,
  mailbox: MailboxRow,
  read: IndexRow,
  { messages }: SentPage,
  place: Pick<IndexRow, 'nextPage' | 'readCount' | 'totalCount'>,
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    if (!(await lockOpenMailbox(tx, mailbox.id))) return false
    const { row, hash } = await lockIndex(ctx, tx, mailbox.id)
    const isSamePlace =
      row.restartCount === read.restartCount &&
      row.nextPage === read.nextPage &&
      row.completedAt === null
    if (!isSamePlace) return false
    await addSent(tx, mailbox, hash, messages)
    await tx
      .update(correspondentIndexes)
      .set({ ...place, ...(place.nextPage === null && toEnd(row, ctx.now())) })
      .where(eq(correspondentIndexes.mailboxId, mailbox.id))
    if (place.nextPage === null) await deleteOldSent(tx, mailbox.id, ctx.now())
    return true
  })
}

/** After the last page, the index is complete, or a second reading begins. */
function toEnd({ readAgainSince, restartCount }: IndexRow, now: Date) {
  if (readAgainSince === null) return { completedAt: now }
  return {
    restartCount: restartCount + 1,
    readsSince: readAgainSince,
    readAgainSince: null,
    readCount: 0,
    totalCount: null,
  }
}

/** A first reading stores many years. Later, the job `delete-expired` deletes old messages. */
async function deleteOldSent(tx: Db, mailboxId: MailboxId, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - sentMessageRetentionMs)
  await tx
    .delete(sentMessages)
    .where(and(eq(sentMessages.mailboxId, mailboxId), lt(sentMessages.sentAt, oldest)))
}

/** Lock order: the mailbox before its rows, as in disconnectMailbox, whose delete cascades. */
async function lockOpenMailbox(tx: Db, mailboxId: MailboxId): Promise<boolean> {
  const open = await tx
    .select({ id: mailboxes.id })
    .from(mailboxes)
    .where(isOpen(mailboxId))
    .for('key share')
  return open.length > 0
}
