import type { Db } from '@doorman/db/client'
import { isSameTime } from '@doorman/db/queries/is-same-time'
import { lockUserAgainstDeletion } from '@doorman/db/queries/lock-user'
import { findOpenMailbox, isOpen, type MailboxRow } from '@doorman/db/queries/mailboxes'
import { decisions, mailboxes } from '@doorman/db/schema'
import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import { dayMs, minuteMs } from '@doorman/domain/time'
import type { Mailbox } from '@doorman/mail/mailbox'
import { and, asc, eq, gt, inArray, lt, or } from 'drizzle-orm'
import { resolveMailFailure } from '../../pipeline/mail-failure.ts'
import type { Context } from '../../ports/context.ts'
import type { GivenUp } from '../../ports/jobs.ts'
import { applyAction } from '../../user-actions/apply-action.ts'
import { toTarget } from '../../user-actions/to-target.ts'
import { toUserMoves, type MovedMessage } from './user-moves.ts'

/** Decisions older than this, with no later action of the user, are left as they are. */
const maxAgeMs = 14 * dayMs
/** `locateMessages` takes this many at a time. */
const pageSize = 100
/** Pages per run. If there are more decisions, the next run continues after the last one. */
const maxPages = 5
/**
 * Messages that we moved more recently than this are not compared. The provider may still show the
 * old place, and clocks of workers differ.
 */
const moveSettlingMs = 10 * minuteMs

/**
 * Compares recent decisions with where the messages are, and treats differences as the user's own
 * actions. A sync learns of them sooner, but providers lose some: Graph's delta query can miss a message
 * that is moved out of a folder and back. Idempotent.
 */
export async function reconcileMailbox(
  ctx: Context,
  { mailboxId }: { mailboxId: MailboxId },
): Promise<void | GivenUp> {
  const row = await findOpenMailbox(ctx.db, mailboxId)
  if (!row) return
  try {
    await comparePages(ctx, row)
  } catch (error) {
    const forJob = await resolveMailFailure(ctx, row, error)
    if (forJob !== 'needs-reconnect') return { kind: 'given-up', failure: 'provider-refused' }
  }
}

async function comparePages(ctx: Context, row: MailboxRow): Promise<void> {
  let mailbox: Mailbox | null = null
  let after = row.reconciledUpTo
  for (let pages = 0; pages < maxPages; pages++) {
    const settledAt = new Date(ctx.now().getTime() - moveSettlingMs)
    const page = await listMoved(ctx, row, after, settledAt)
    // Without messages to compare, the provider is not asked.
    if (page.length > 0) mailbox ??= await ctx.mail.openMailbox(row.grantId)
    const messages = mailbox ? await locate(mailbox, page) : []
    after = page.length < pageSize ? null : (page.at(-1)?.decisionId ?? null)
    const isStored = await storeUserMoves(ctx, row, { messages, after, settledAt })
    if (!isStored || after === null) return
  }
}

type Page = Awaited<ReturnType<typeof listMoved>>

/**
 * In the order of ids, which never changes. Messages that the user has restored are not compared:
 * wherever they are now, we don't touch them again.
 */
async function listMoved(
  { db }: Context,
  { id }: MailboxRow,
  after: DecisionId | null,
  settledAt: Date,
) {
  const { state, decidedAt, actionAt } = decisions
  const oldestAt = new Date(settledAt.getTime() - maxAgeMs)
  const rows = await db
    .select({
      decisionId: decisions.id,
      providerMessageId: decisions.providerMessageId,
      state,
      viaContactForm: decisions.viaContactForm,
      movedAt: decisions.movedAt,
    })
    .from(decisions)
    .where(
      and(
        eq(decisions.mailboxId, id),
        eq(decisions.outcome, 'filter'),
        or(gt(decidedAt, oldestAt), gt(actionAt, oldestAt)),
        wasMovedBefore(settledAt),
        after === null ? undefined : gt(decisions.id, after),
      ),
    )
    .orderBy(asc(decisions.id))
    .limit(pageSize)
  return rows.flatMap(({ decisionId, providerMessageId, state, viaContactForm, movedAt }) => {
    if (movedAt === null || state === null) return []
    const target = toTarget({ state, viaContactForm })
    return target === 'inbox' ? [] : [{ decisionId, providerMessageId, target, movedAt }]
  })
}

/**
 * False while a move of ours is under way: `movedAt` is null until it is done. A move or an action
 * of the user races with the question to the provider, whose answer would then be out of date. So
 * the writes check this condition again, with the time of the question.
 */
function wasMovedBefore(settledAt: Date) {
  return and(inArray(decisions.state, ['set-aside', 'spam']), lt(decisions.movedAt, settledAt))
}

async function locate(mailbox: Mailbox, page: Page): Promise<readonly MovedMessage[]> {
  if (page.length === 0) return []
  const locations = await mailbox.locateMessages(page.map((one) => one.providerMessageId))
  return page.map(({ decisionId, target, movedAt, providerMessageId }) => {
    const location = locations.get(providerMessageId) ?? 'unknown'
    return { decisionId, target, movedAt, location }
  })
}

/**
 * Stores what the user has done and where the next page begins. Returns `false`, and stores nothing,
 * if the mailbox was paused, disconnected or reconnected meanwhile.
 *
 * Lock order: users (share), mailboxes, decisions by id, then as in applyAction.
 */
async function storeUserMoves(
  ctx: Context,
  row: MailboxRow,
  found: {
    readonly messages: readonly MovedMessage[]
    readonly after: DecisionId | null
    readonly settledAt: Date
  },
): Promise<boolean> {
  const { messages, after, settledAt } = found
  const { restored, gone } = toUserMoves(messages)
  const different = [...restored, ...gone]
  if (different.length === 0) return savePosition(ctx.db, row, after)
  return ctx.db.transaction(async (tx) => {
    await lockUserAgainstDeletion(tx, row.userId)
    if (!(await savePosition(tx, row, after))) return false
    await lockDecisions(tx, different)
    await markGone(ctx, tx, gone, settledAt)
    await applyAction(ctx, tx, {
      userId: row.userId,
      action: 'restore',
      isAlreadyMoved: true,
      which: and(inArray(decisions.id, [...restored]), wasMovedBefore(settledAt)),
    })
    return true
  })
}

async function savePosition(
  db: Db,
  { id, lastActiveAt }: MailboxRow,
  reconciledUpTo: DecisionId | null,
): Promise<boolean> {
  const saved = await db
    .update(mailboxes)
    .set({ reconciledUpTo })
    .where(and(isOpen(id), isSameTime(mailboxes.lastActiveAt, lastActiveAt)))
    .returning({ id: mailboxes.id })
  return saved.length > 0
}

/** Locks all rows in one statement, by id. Two statements could deadlock with applyAction. */
async function lockDecisions(tx: Db, ids: readonly DecisionId[]): Promise<void> {
  await tx
    .select({ id: decisions.id })
    .from(decisions)
    .where(inArray(decisions.id, [...ids]))
    .orderBy(asc(decisions.id))
    .for('no key update')
}

async function markGone(
  { now }: Context,
  tx: Db,
  ids: readonly DecisionId[],
  settledAt: Date,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(decisions)
    .set({ state: 'gone', movedAt: now() })
    .where(and(inArray(decisions.id, [...ids]), wasMovedBefore(settledAt)))
}
