import type { Db } from '@doorman/db/client'
import { oncePer, type ValuesOrPlaceholders } from '@doorman/db/prepared'
import { isSameTime } from '@doorman/db/queries/is-same-time'
import { isProtected, type MailboxRow } from '@doorman/db/queries/mailboxes'
import { toPushGrant, type StoredPush } from '@doorman/db/queries/push-grants'
import {
  correspondentIndexes,
  grants,
  lessons,
  mailboxes,
  subscriptions,
  users,
} from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import {
  toCheckIntervalMs,
  toLateAfter,
  toNextCheck,
  toPlan,
  type Plan,
} from '@doorman/domain/plans/plan'
import { minuteMs } from '@doorman/domain/time'
import type { MailError } from '@doorman/mail/mail-error'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import type { IndexRow } from '../correspondents/hash-key.ts'
import { mailFailures } from '../mail-failure.ts'
import { preferenceColumns, toPreferences, type Preferences } from '../screening/preferences.ts'
import { hasOverdueWork, toLimits } from './resume-overdue-work.ts'

/**
 * One sync of a mailbox, with the mailbox and the plan as they were when it began. `syncRun` is its
 * fencing token: each sync gets a higher number.
 */
export type SyncRun = MailboxRow & {
  readonly startedAt: Date
  readonly plan: Plan
  readonly preferences: Preferences
  readonly timeZone: string
  /** The index of correspondents. `null` in a mailbox of a version that had no index. */
  readonly index: IndexRow | null
  readonly push: { readonly current: StoredPush | null; readonly renewAt: Date | null }
  readonly hasOverdueWork: boolean
  /**
   * The sync before this one has not reached its end. It may still run, or a message has killed its
   * process. So this sync has each message screened on its own, and its starts counted.
   */
  readonly isCareful: boolean
}

/**
 * Starts a sync and fences off an earlier one that is still running. `null` if the mailbox is
 * paused, inactive or gone. One statement, which also loads what the sync needs later.
 */
export async function beginSync(ctx: Context, mailboxId: MailboxId): Promise<SyncRun | null> {
  const startedAt = ctx.now()
  const [found] = await beginStatementOf(ctx.db).execute({ mailboxId, ...toLimits(startedAt) })
  if (!found) return null
  const { mailbox, index, settings, renewAt } = found
  return {
    ...mailbox,
    startedAt,
    plan: toPlan(settings, startedAt),
    preferences: toPreferences(settings, mailbox, startedAt),
    timeZone: found.timeZone,
    index,
    push: { current: toPushGrant(found), renewAt },
    hasOverdueWork: found.hasOverdueWork,
    isCareful: mailbox.syncRun - mailbox.finishedRun > 1,
  }
}

const beginStatementOf = oncePer((db: Db) => {
  const mailboxId = sql.placeholder('mailboxId')
  const limits = {
    overdueAt: sql.placeholder('overdueAt'),
    giveUpAt: sql.placeholder('giveUpAt'),
  }
  return (
    db
      .update(mailboxes)
      .set({ syncRun: sql`${mailboxes.syncRun} + 1` })
      .from(users)
      .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
      .leftJoin(lessons, eq(lessons.userId, users.id))
      .leftJoin(correspondentIndexes, eq(correspondentIndexes.mailboxId, mailboxId))
      .innerJoin(grants, sql`true`)
      .where(
        and(
          isProtected(mailboxId),
          eq(users.id, mailboxes.userId),
          eq(grants.id, mailboxes.grantId),
        ),
      )
      .returning({
        mailbox: mailboxes,
        index: correspondentIndexes,
        pushId: grants.pushId,
        pushExpiresAt: grants.pushExpiresAt,
        renewAt: grants.pushRenewAt,
        settings: preferenceColumns,
        timeZone: users.timeZone,
        hasOverdueWork: hasOverdueWork(db, mailboxId, limits),
      })
      // The connection gives the statement a name of its own: see `prepared-client.ts`.
      .prepare('begin_sync')
  )
})

/**
 * Condition of every write of a sync. False once another sync has begun or the user has paused,
 * disconnected or reconnected the mailbox: a slow sync must not move the cursor of a newer one
 * back.
 */
export function isCurrentRun({ id, syncRun, lastActiveAt }: RunFence) {
  return and(
    isProtected(id),
    eq(mailboxes.syncRun, syncRun),
    isSameTime(mailboxes.lastActiveAt, lastActiveAt),
  )
}

type RunFence = ValuesOrPlaceholders<Pick<SyncRun, 'id' | 'syncRun' | 'lastActiveAt'>>

/** What a sync that reached its end writes: the state of the mailbox, and when to check it next. */
export function toEnd(run: SyncRun, plan: Plan, now: Date, hasMore: boolean) {
  return {
    finishedRun: run.syncRun,
    problem: null,
    nextCheckAt: toNextCheck(run, now, toCheckIntervalMs(plan)),
    // If the cursor is lost later, a scan covers what came since then.
    ...(!hasMore && { lastCheckedAt: now }),
    lateAfter: toLateAfter(now, toCheckIntervalMs(plan)),
  }
}

/** The next check after a failure, on every plan. */
const retryDelayMs = 5 * minuteMs

/**
 * Ends a sync because the provider failed. No message caused that, so the sync counts as finished.
 * A careful sync does not: the message that may have killed the sync before is not screened yet.
 */
export async function failSync(ctx: Context, run: SyncRun, failure: MailError): Promise<void> {
  const { mailboxProblem: problem } = mailFailures[failure.failure]
  const delayMs = Math.max(retryDelayMs, failure.retryAfterMs ?? 0)
  const nextCheckAt = new Date(ctx.now().getTime() + delayMs)
  await ctx.db
    .update(mailboxes)
    .set({
      ...(!run.isCareful && { finishedRun: run.syncRun }),
      problem,
      nextCheckAt: problem === 'needs-reconnect' ? null : nextCheckAt,
    })
    .where(isCurrentRun(run))
}
