import { isAccessible } from '@doorman/db/queries/mailboxes'
import { decisions, mailboxes } from '@doorman/db/schema'
import type { DecisionId, GrantId, MailboxId } from '@doorman/domain/ids'
import { maxMoveDelayMs } from '@doorman/domain/screening/retention'
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import type { OpenedRow } from '../../ports/mail-access.ts'
import { isOver, leaseColumns, needsMove, toLeaseEnd, type MoveLease } from './move-lease.ts'

/** Messages that are moved together. */
const maxTogether = 20
/** Due messages that are looked at, leased ones included. */
const maxFound = 100

export type DueMoves = {
  readonly mailbox: {
    readonly id: MailboxId
    readonly grantId: GrantId
    readonly lastActiveAt: Date
    readonly isObserveOnly: boolean
  } & OpenedRow
  /** The user's actions first, then the oldest decisions. */
  readonly leases: readonly MoveLease[]
  readonly leasedUntil: Date
  /** Messages whose worker died or did not finish. They are to be moved alone. */
  readonly unfinished: readonly DecisionId[]
  /** Another worker holds some leases. It may be dead: only the end of a lease shows that. */
  readonly isAnyLeased: boolean
  /** More messages than these could be leased. */
  readonly hasMore: boolean
}

/**
 * Takes leases on the messages of a mailbox that are to be moved. `null` if there are none, or if
 * we have no access. In a paused mailbox only the user's own actions are carried out.
 *
 * One statement. Two workers may find the same rows: the second waits for the row locks, checks the
 * conditions again and leaves out what the first one has leased. The rows are locked by id, as in
 * applyAction; in any other order the two could deadlock.
 */
export async function leaseDueMoves(ctx: Context, mailboxId: MailboxId): Promise<DueMoves | null> {
  const { db } = ctx
  const now = ctx.now()
  const leasedUntil = toLeaseEnd(now)
  const order = sql`${decisions.leasedUntil} is not null, ${decisions.actionAt} is null,
    ${decisions.decidedAt}, ${decisions.id}`
  const due = db.$with('due').as(
    db
      .select({
        id: decisions.id,
        dueLeasedUntil: decisions.leasedUntil,
        rank: sql<number>`row_number() over (order by ${order})`.as('rank'),
        grantId: mailboxes.grantId,
        lastActiveAt: mailboxes.lastActiveAt,
        isObserveOnly: mailboxes.isObserveOnly,
        provider: mailboxes.provider,
        providerRetryAt: mailboxes.providerRetryAt,
      })
      .from(decisions)
      .innerJoin(mailboxes, eq(mailboxes.id, decisions.mailboxId))
      .where(
        and(eq(decisions.mailboxId, mailboxId), needsMove, isAccessible(), mayMove, isTried(now)),
      )
      .orderBy(order)
      .limit(maxFound),
  )
  const first = db
    .select({ id: due.id })
    .from(due)
    .where(and(isNull(due.dueLeasedUntil), lte(due.rank, maxTogether)))
  const free = db
    .select({ id: decisions.id })
    .from(decisions)
    .where(and(inArray(decisions.id, first), needsMove, isNull(decisions.leasedUntil)))
    .orderBy(asc(decisions.id))
    .for('no key update')
    .as('free')
  const leased = db
    .$with('leased')
    .as(
      db
        .update(decisions)
        .set({ leasedUntil })
        .from(free)
        .where(eq(decisions.id, free.id))
        .returning(leaseColumns),
    )
  const rows = await db
    .with(due, leased)
    .select({
      dueId: due.id,
      dueLeasedUntil: due.dueLeasedUntil,
      grantId: due.grantId,
      lastActiveAt: due.lastActiveAt,
      isObserveOnly: due.isObserveOnly,
      provider: due.provider,
      providerRetryAt: due.providerRetryAt,
      lease: {
        id: leased.id,
        providerMessageId: leased.providerMessageId,
        state: leased.state,
        actionAt: leased.actionAt,
        decidedAt: leased.decidedAt,
        movedAt: leased.movedAt,
        mayReply: leased.mayReply,
        viaContactForm: leased.viaContactForm,
      },
    })
    .from(due)
    .leftJoin(leased, eq(leased.id, due.id))
    .orderBy(due.rank)
  const [mailbox] = rows
  if (!mailbox) return null
  const held = rows.flatMap(({ dueId: id, dueLeasedUntil: until }) => (until ? { id, until } : []))
  const unfinished = held.filter(({ until }) => isOver(until, now))
  return {
    mailbox: { ...mailbox, id: mailboxId },
    leases: rows.flatMap(({ lease }) =>
      lease?.state ? { ...lease, state: lease.state, leasedUntil, mayHaveMoved: false } : [],
    ),
    leasedUntil,
    unfinished: unfinished.map(({ id }) => id),
    isAnyLeased: unfinished.length < held.length,
    hasMore: rows.length - held.length > maxTogether,
  }
}

const mayMove = or(isNotNull(decisions.actionAt), and(mailboxes.isActive, not(mailboxes.isPaused)))

/**
 * A restore, a report or a put-back is tried for a week after the mailbox was last connected or resumed:
 * however long it was out of reach, the action still counts. `nextMove` ends a pending move that is too
 * late.
 */
function isTried(now: Date) {
  const giveUpAt = new Date(now.getTime() - maxMoveDelayMs)
  return or(
    eq(decisions.state, 'pending'),
    gt(decisions.actionAt, giveUpAt),
    gt(mailboxes.lastActiveAt, giveUpAt),
  )
}
