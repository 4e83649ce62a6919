import type { Db } from '@doorman/db/client'
import { changeLessons } from '@doorman/db/queries/lessons'
import { lockUserAgainstDeletion } from '@doorman/db/queries/lock-user'
import { clearReputations, setReputation } from '@doorman/db/queries/sender-reputations'
import { decisions } from '@doorman/db/schema'
import type { DecisionId, UserId } from '@doorman/domain/ids'
import { learn, unlearn, type Lessons } from '@doorman/domain/learning/lessons'
import {
  stateAfter,
  toActionState,
  type ActionState,
  type UserAction,
} from '@doorman/domain/screening/user-action'
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { moveMessageJob } from '../ports/jobs.ts'
import { countRestored } from './count-restored.ts'

type Decision = typeof decisions.$inferSelect

type ActionRequest = {
  readonly userId: UserId
  readonly action: UserAction
  /** Selects the decisions. The caller makes sure that they belong to the user. */
  readonly which: SQL | undefined
  /** What the user saw when they clicked. A decision that has changed since is left alone. */
  readonly expectedState?: ActionState | undefined
  /** The user moved the message in their mail client, so there is nothing left to move. */
  readonly isAlreadyMoved?: boolean
  /** `sender`: the sender appealed against the filtering. The user can undo that too. */
  readonly by?: 'user' | 'sender'
}

/**
 * Applies an action to filtered emails in the caller's transaction: the decision's new state, the
 * job that moves the message, the sender's reputation, the lesson and the day's count. Idempotent;
 * an opposite action replaces the earlier one. Returns the decisions that the action applies to.
 *
 * Lock order: users (share), decisions by id, sender_reputations, lessons, jobs, daily_counts.
 */
export async function applyAction(
  ctx: Context,
  tx: Db,
  { userId, action, which, expectedState, isAlreadyMoved = false, by = 'user' }: ActionRequest,
): Promise<readonly DecisionId[]> {
  await lockUserAgainstDeletion(tx, userId)
  // Ordered by id: two actions on overlapping selections would otherwise deadlock.
  const selected = await tx
    .select()
    .from(decisions)
    .where(and(eq(decisions.outcome, 'filter'), which))
    .orderBy(asc(decisions.id))
    .for('no key update')
  const applicable = selected.filter((decision) => isAsExpected(decision, action, expectedState))
  const changed = applicable.filter((decision) => action !== 'undo' || canUndo(decision))
  const ids = changed.map(({ id }) => id)
  if (ids.length > 0) {
    const now = ctx.now()
    await tx
      .update(decisions)
      .set({
        state: stateAfter[action],
        actionAt: now,
        movedAt: isAlreadyMoved ? now : null,
        restoredBy: action === 'restore' ? by : null,
      })
      .where(inArray(decisions.id, ids))
    await updateReputations(tx, userId, action, changed, now)
    await changeLessons(tx, userId, (lessons) => updateLessons(lessons, action, changed, now))
  }
  if (!isAlreadyMoved)
    await ctx.jobs.enqueueAll(
      tx,
      moveMessageJob,
      changed.map(({ id, mailboxId }) => ({ decisionId: id, mailboxId })),
    )
  // Lock order: daily_counts last, as in recordDecision. Otherwise the two can deadlock.
  await countRestored(tx, userId, changed, { areRestored: action === 'restore' })
  return applicable.map(({ id }) => id)
}

/** The same action from two browser tabs is no conflict, whatever each of them showed. */
function isAsExpected(
  { state }: Decision,
  action: UserAction,
  expectedState: ActionState | undefined,
): boolean {
  const current = toActionState(state)
  return (
    expectedState === undefined ||
    current === expectedState ||
    current === toActionState(stateAfter[action])
  )
}

/** An action can be undone even if the message has gone since. */
function canUndo({ state, actionAt }: Decision): boolean {
  return actionAt !== null && state !== 'set-aside'
}

async function updateReputations(
  tx: Db,
  userId: UserId,
  action: UserAction,
  changed: readonly Decision[],
  setAt: Date,
): Promise<void> {
  if (action === 'undo') {
    const ids = changed.map(({ id }) => id)
    return clearReputations(tx, userId, ids)
  }
  const reputation = action === 'restore' ? 'trusted' : 'blocked'
  for (const { id: decisionId, senderAddress: address } of changed)
    if (address !== null)
      await setReputation(tx, { userId, address, reputation, setAt, decisionId })
}

function updateLessons(
  lessons: Lessons,
  action: UserAction,
  changed: readonly Decision[],
  now: Date,
): Lessons {
  const others = changed.reduce((rest, { id }) => unlearn(rest, id), lessons)
  if (action === 'undo') return others
  const learned = changed.flatMap(({ id, senderAddress: sender, category, signals }) =>
    sender === null || category === null
      ? []
      : [
          {
            id,
            action: action === 'restore' ? 'restored' : 'reported',
            actionAtMs: now.getTime(),
            sender,
            category,
            signals,
          } as const,
        ],
  )
  return learn(others, ...learned)
}
