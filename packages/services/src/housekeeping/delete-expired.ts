import type { Context } from '../ports/context.ts'
import { deleteExpiredJob } from '../ports/jobs.ts'
import { endExpiredSessions, endExpiredViews } from './end-expired-sessions.ts'
import { createEndOfOldMoves } from './end-old-moves.ts'
import { listExpiredRows } from './expired-rows.ts'
import { createSlices } from './slices.ts'

/**
 * A slice takes well under a second. Even if the last one takes a statement's full 30 seconds, the
 * job ends within its time limit of two minutes.
 */
const defaults = { rowsPerSlice: 1_000, budgetMs: 60_000 }

type Step = { readonly name: string; readonly deleteSlice: (maxRows: number) => Promise<number> }

/**
 * Deletes what has expired, and ends moves that are no longer tried. The steps take turns, one slice
 * each, until none finds anything. So a million expired rows of one table do not delay the others.
 * Neither does a step that fails: its error is thrown when the others are done, and the queue
 * retries the job. When the time is over, another job continues with the `steps` that are left.
 */
export async function deleteExpired(
  ctx: Context,
  { steps }: { readonly steps?: readonly string[] | undefined } = {},
  { rowsPerSlice, budgetMs }: typeof defaults = defaults,
): Promise<void> {
  const endsAt = performance.now() + budgetMs
  const waiting = listSteps(ctx).filter(({ name }) => steps?.includes(name) ?? true)
  const errors: unknown[] = []
  do {
    const step = waiting.shift()
    if (!step) break
    try {
      if ((await step.deleteSlice(rowsPerSlice)) > 0) waiting.push(step)
    } catch (error) {
      errors.push(error)
    }
  } while (performance.now() < endsAt)
  if (waiting.length > 0)
    await ctx.jobs.enqueue(ctx.db, deleteExpiredJob, { steps: waiting.map(({ name }) => name) })
  if (errors.length > 0) throw errors[0]
}

function listSteps(ctx: Context): readonly Step[] {
  return [
    { name: 'sessions', deleteSlice: (maxRows) => endExpiredSessions(ctx, maxRows) },
    { name: 'views', deleteSlice: (maxRows) => endExpiredViews(ctx, maxRows) },
    ...listExpiredRows(ctx.now()).map(({ name, ...rows }) => ({
      name,
      deleteSlice: createSlices(ctx.db, rows),
    })),
    { name: 'moves', deleteSlice: createEndOfOldMoves(ctx) },
  ]
}
