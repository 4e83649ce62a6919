import { deleteExpired } from '@doorman/services/housekeeping/delete-expired'
import { checkDueMailboxes } from '@doorman/services/mailboxes/upkeep/check-due-mailboxes'
import type { Context } from '@doorman/services/ports/context'
import { loadCoreSeconds } from '../pipeline/core-seconds.ts'
import type pg from 'pg'

export type Deletion = {
  readonly rows: number
  readonly jobs: number
  readonly seconds: number
}

/** Runs the nightly deletion as often as it enqueues itself. */
export async function measureDeletion(ctx: Context, db: pg.Pool): Promise<Deletion> {
  const before = await countDecisions(db)
  const startedAt = performance.now()
  const waiting: { steps?: readonly string[] | undefined }[] = [{}]
  let jobs = 0
  const queue: Context['jobs'] = {
    ...ctx.jobs,
    enqueue: async (_db, _job, payload) => void waiting.push(payload as (typeof waiting)[number]),
  }
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    jobs += 1
    await deleteExpired({ ...ctx, jobs: queue }, job)
  }
  return {
    rows: before - (await countDecisions(db)),
    jobs,
    seconds: (performance.now() - startedAt) / 1000,
  }
}

async function countDecisions(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ count: string }>('select count(*) from decisions')
  return Number(rows[0]?.count)
}

export type Sweep = {
  readonly mailboxes: number
  readonly seconds: number
  readonly ownCoreSeconds: number
}

/** All mailboxes are due at once, as after an outage, and are enqueued by one run. */
export async function measureSweep(ctx: Context, db: pg.Pool): Promise<Sweep> {
  await db.query(`update mailboxes set next_check_at = now() - interval '1 minute'`)
  await db.query('vacuum analyze mailboxes')
  const cores = await loadCoreSeconds(process.pid)
  const startedAt = performance.now()
  await checkDueMailboxes(ctx)
  const seconds = (performance.now() - startedAt) / 1000
  const ownCoreSeconds = (await loadCoreSeconds(process.pid)) - cores
  const { rows } = await db.query<{ count: string }>(
    `select count(*) from pgboss.job where name like 'sync-mailbox%' and state = 'created'`,
  )
  return { mailboxes: Number(rows[0]?.count), seconds, ownCoreSeconds }
}
