import { emails } from '@doorman/db/schema'
import { hourMs } from '@doorman/domain/time'
import { and, asc, gt, isNull, lt } from 'drizzle-orm'
import type { EmailId } from '@doorman/domain/ids'
import type { Context } from '../ports/context.ts'
import { enqueueEmails } from './order-email.ts'

const batchSize = 1_000
/** A younger email has its first job. */
const minAgeMs = hourMs

const isWaiting = and(isNull(emails.sentAt), isNull(emails.droppedAt))

/**
 * Enqueues emails again that were neither sent nor dropped: the relay was down for longer than their
 * job was retried, or the job was lost. A job that is still retried keeps its deduplication key, so
 * that the second one is dropped. Emails that are too late are dropped when they are composed.
 */
export async function sendWaitingEmails(ctx: Context): Promise<void> {
  const orderedBefore = new Date(ctx.now().getTime() - minAgeMs)
  let last: EmailId | undefined
  do last = await enqueueBatch(ctx, orderedBefore, last)
  while (last)
}

/** Returns the last id of a full batch. */
async function enqueueBatch(
  ctx: Context,
  orderedBefore: Date,
  after: EmailId | undefined,
): Promise<EmailId | undefined> {
  const waiting = await ctx.db
    .select({ id: emails.id, kind: emails.kind })
    .from(emails)
    .where(and(isWaiting, lt(emails.createdAt, orderedBefore), after && gt(emails.id, after)))
    .orderBy(asc(emails.id))
    .limit(batchSize)
  await enqueueEmails(ctx, ctx.db, waiting)
  return waiting.length === batchSize ? waiting.at(-1)?.id : undefined
}
