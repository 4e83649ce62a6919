import type { Db } from '@doorman/db/client'
import { changeLessons } from '@doorman/db/queries/lessons'
import { lockUserAgainstDeletion } from '@doorman/db/queries/lock-user'
import { clearReputations, setReputation } from '@doorman/db/queries/sender-reputations'
import { decisions } from '@doorman/db/schema'
import type { DecisionId, UserId } from '@doorman/domain/ids'
import { learn, unlearn, type Lessons } from '@doorman/domain/learning/lessons'
import {
  isDone,
  toActionState,
  toEffect,
  type ActionEffect,
  type ActionState,
  type ListedEmail,
  type UserAction,
} from '@doorman/domain/screening/user-action'
import { and, asc, inArray, ne, type SQL } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { moveMessageJob, moveMessagesJob } from '../ports/jobs.ts'
import { countActions } from './count-actions.ts'

type Decision = typeof decisions.$inferSelect
type Change = { readonly decision: Decision; readonly effect: ActionEffect }

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
 * Applies an action to filtered or observed emails in the caller's transaction: the decision's new
 * state, the job that moves the messages, the sender's reputation, the lesson and the day's counts.
 * Idempotent; an opposite action replaces the earlier one. Returns the decisions that the action
 * applies to, including those that it leaves as they are because it was taken before.
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
    .where(and(ne(decisions.outcome, 'keep'), which))
    .orderBy(asc(decisions.id))
    .for('no key update')
  const applicable = selected.flatMap((decision) => {
    const email = toListed(decision)
    const effect = toEffect(action, email)
    const isAsExpected =
      expectedState === undefined || expectedState === toActionState(decision.state)
    return (effect && isAsExpected) || isDone(action, email) ? [{ decision, effect }] : []
  })
  const changes = applicable.flatMap(({ decision, effect }) =>
    effect ? [{ decision, effect }] : [],
  )
  const now = ctx.now()
  await updateDecisions(tx, changes, { action, by, now, isAlreadyMoved })
  await updateReputations(tx, userId, changes, now)
  if (changes.some(({ effect }) => effect.learning !== 'none'))
    await changeLessons(tx, userId, (lessons) => updateLessons(lessons, changes, now))
  await enqueueMoves(ctx, tx, changes, isAlreadyMoved)
  // Lock order: daily_counts last, as in addDecisions. Otherwise the two can deadlock.
  await countActions(tx, userId, changes)
  return applicable.map(({ decision }) => decision.id)
}

async function enqueueMoves(
  ctx: Context,
  tx: Db,
  changes: readonly Change[],
  isAlreadyMoved: boolean,
): Promise<void> {
  if (isAlreadyMoved) {
    // A worker may be moving the message at this moment. If its move comes after the user's, or the
    // worker dies, this job brings the message back.
    const leased = changes.filter(({ decision }) => decision.leasedUntil !== null)
    const work = leased.map(({ decision: { id, mailboxId } }) => ({ decisionId: id, mailboxId }))
    return ctx.jobs.enqueueAll(tx, moveMessageJob, work)
  }
  const moved = changes.filter(({ effect }) => effect.needsMove)
  const mailboxIds = new Set(moved.map(({ decision }) => decision.mailboxId))
  // By id: until the commit, a second job of the same mailbox waits for the first one's
  // deduplication key. Two actions on several mailboxes would otherwise deadlock.
  for (const mailboxId of [...mailboxIds].toSorted())
    await ctx.jobs.enqueue(tx, moveMessagesJob, { mailboxId })
}

function toListed({ outcome, state }: Decision): ListedEmail {
  if (outcome === 'keep') throw new Error('Kept messages are not selected')
  return { outcome, state }
}

/** The rows are locked already. Decisions with the same effect are updated together. */
async function updateDecisions(
  tx: Db,
  changes: readonly Change[],
  {
    action,
    by,
    now,
    isAlreadyMoved,
  }: Required<Pick<ActionRequest, 'action' | 'by' | 'isAlreadyMoved'>> & { readonly now: Date },
): Promise<void> {
  const sameEffect = Map.groupBy(changes, ({ effect }) => JSON.stringify(effect))
  for (const group of sameEffect.values()) {
    const { outcome, state, needsMove, isBack } = (group[0] as Change).effect
    await tx
      .update(decisions)
      .set({
        outcome,
        state,
        actionAt: now,
        movedAt: needsMove && !isAlreadyMoved ? null : now,
        restoredBy: isBack ? by : null,
        // The message may be weeks old: too late for a reply.
        ...(action === 'set-aside' && { mayReply: false }),
      })
      .where(
        inArray(
          decisions.id,
          group.map(({ decision }) => decision.id),
        ),
      )
  }
}

async function updateReputations(
  tx: Db,
  userId: UserId,
  changes: readonly Change[],
  setAt: Date,
): Promise<void> {
  const takenBack = changes.filter(({ effect }) => effect.learning === 'take-back')
  if (takenBack.length > 0)
    await clearReputations(
      tx,
      userId,
      takenBack.map(({ decision }) => decision.id),
    )
  for (const { decision, effect } of changes) {
    const { id: decisionId, senderAddress: address } = decision
    const reputation = reputations[effect.learning]
    if (address !== null && reputation !== null)
      await setReputation(tx, { userId, address, reputation, setAt, decisionId })
  }
}

const reputations = { trust: 'trusted', block: 'blocked', 'take-back': null, none: null } as const
const lessonActions = {
  trust: 'restored',
  block: 'reported',
  'take-back': null,
  none: null,
} as const

function updateLessons(lessons: Lessons, changes: readonly Change[], now: Date): Lessons {
  const changed = changes.filter(({ effect }) => effect.learning !== 'none')
  const others = changed.reduce((rest, { decision: { id } }) => unlearn(rest, id), lessons)
  const learned = changed.flatMap(({ decision, effect }) => {
    const { id, senderAddress: sender, category, signals } = decision
    const action = lessonActions[effect.learning]
    if (action === null || sender === null || category === null) return []
    return [{ id, action, actionAtMs: now.getTime(), sender, category, signals }]
  })
  return learn(others, ...learned)
}
