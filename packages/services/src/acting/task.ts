import type { Db } from '@doorman/db/client'
import { decisions } from '@doorman/db/schema'
import type { DecisionId, MailId } from '@doorman/domain/ids'
import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { respondToSenderJob } from '../jobs.ts'
import type { State } from './to-move.ts'

/** A decision that somebody is carrying out, as it was when they looked. */
export type Task = {
  readonly id: DecisionId
  readonly messageId: MailId
  readonly state: State
  readonly saidAt: Date | null
  /** Set where the mailbox is as the user wants it, unless we have just moved something. */
  readonly actedAt: Date | null
  /** Whether its sender may be answered, once it is set aside. */
  readonly mayRespond: boolean
  /** By it whoever is at it knows that they still are. */
  readonly movingUntil: Date
}

/** How an attempt ended. What is left is for another time. */
export type End = 'done' | 'gone' | 'left' | 'given-up'

/** Longer than a look and a move take with all but the slowest provider. Whoever dies at it is missed for so long. */
const longestMs = 45_000

const columns = {
  id: decisions.id,
  messageId: decisions.messageId,
  state: decisions.state,
  saidAt: decisions.saidAt,
  actedAt: decisions.actedAt,
  mayRespond: decisions.mayRespond,
}

/**
 * Takes on what there is to carry out, for one at a time; nothing where nothing is
 * to be done. Whoever holds it looks again before they finish, so no word of the
 * user's is missed.
 */
export async function takeOn(ctx: Context, decisionId: DecisionId): Promise<Task | 'held' | null> {
  const isFree = or(isNull(decisions.movingUntil), lt(decisions.movingUntil, ctx.now()))
  const isToDo = or(
    eq(decisions.state, 'pending'),
    and(isNotNull(decisions.saidAt), isNull(decisions.actedAt)),
  )
  const isMeant = and(eq(decisions.id, decisionId), isToDo)
  const task = await hold(ctx, and(isMeant, isFree))
  return task ?? ((await ctx.db.$count(decisions, isMeant)) > 0 ? 'held' : null)
}

/**
 * Notes how it ended; what is to be answered is answered from then on. If the user
 * has said something else meanwhile, that is the next task.
 */
export async function finish(ctx: Context, task: Task, end: End): Promise<Task | null> {
  const isAnswered = task.mayRespond && task.state === 'pending' && end === 'done'
  const finished = isAnswered
    ? await ctx.db.transaction((tx) => noteAndAnswer(ctx, tx, task))
    : await note(ctx, ctx.db, task, end)
  return finished ? null : hold(ctx, isHeld(task))
}

async function noteAndAnswer(ctx: Context, tx: Db, task: Task) {
  const finished = await note(ctx, tx, task, 'done')
  if (finished) await ctx.jobs.enqueue(tx, respondToSenderJob, { ...finished, decisionId: task.id })
  return finished
}

/** Nothing where the user has said something else meanwhile, or somebody else has taken it on. */
async function note(ctx: Context, db: Db, task: Task, end: End) {
  const [finished] = await db
    .update(decisions)
    .set({ ...toOutcome(ctx, task, end), movingUntil: null })
    .where(
      and(
        isHeld(task),
        eq(decisions.state, task.state),
        sql`${decisions.saidAt} is not distinct from ${task.saidAt?.toISOString() ?? null}::timestamptz`,
      ),
    )
    .returning({ mailboxId: decisions.mailboxId })
  return finished
}

/** After a failure: whoever tries next need not wait. */
export async function letGo({ db }: Context, task: Task): Promise<void> {
  await db.update(decisions).set({ movingUntil: null }).where(isHeld(task))
}

async function hold({ db, now }: Context, which: ReturnType<typeof and>): Promise<Task | null> {
  const movingUntil = new Date(now().getTime() + longestMs)
  const [task] = await db.update(decisions).set({ movingUntil }).where(which).returning(columns)
  return task?.state ? { ...task, state: task.state, movingUntil } : null
}

function toOutcome({ now }: Context, { state }: Task, end: End) {
  if (end === 'gone') return { state: 'gone' as const, actedAt: now() }
  if (end === 'done')
    return { state: state === 'pending' ? ('done' as const) : state, actedAt: now() }
  return {}
}

function isHeld({ id, movingUntil }: Task) {
  return and(eq(decisions.id, id), eq(decisions.movingUntil, movingUntil))
}
