import { openDb, type Db } from '@doorman/db/client'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { moveMessageJob } from '@doorman/services/ports/jobs'
import { openMeasure } from '@doorman/services/testing/measure-queries'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFakeRuntime } from '../testing/fake-runtime.ts'
import { failedRetentionSeconds } from './finished-jobs.ts'
import { queueDesk } from './queue-desk.ts'

const databaseUrl = await createTestDatabase()
const { close: closeRuntime } = await openFakeRuntime(databaseUrl)
const { db, close } = openDb(databaseUrl)
afterAll(async () => {
  await close()
  await closeRuntime()
})

const [waiting, active, failed] = [100, 15, 885]

beforeAll(async () => {
  // Checking the references of all rows would take most of the time.
  const { rows } = await db.execute<{ conname: string }>(
    sql`select conname from pg_constraint where conrelid = 'pgboss.job_common'::regclass and contype = 'f'`,
  )
  for (const { conname } of rows)
    await db.execute(sql`alter table pgboss.job_common drop constraint ${sql.identifier(conname)}`)
  const states = [
    ['created', waiting],
    ['active', active],
    ['failed', failed],
    ['completed', 100_000 - waiting - active - failed],
  ] as const
  for (const [state, count] of states)
    await db.execute(sql`
      insert into pgboss.job_common (name, state, policy, singleton_key, completed_on, deletion_seconds)
      select ${moveMessageJob.name}, ${state}, 'short', ${state} || n,
        case when ${state} in ('failed', 'completed') then now() - n * interval '1 second' end,
        case when ${state} = 'failed' then ${failedRetentionSeconds}::int else 300 end
      from generate_series(1, ${count}) n`)
  await db.execute(sql`vacuum analyze pgboss.job_common`)
}, 60_000)

const measureQueries = await openMeasure({ db })

/** Tables read as a whole, and the number of jobs looked at. */
async function measure(load: (db: Db) => Promise<unknown>) {
  const { rows, seqScans } = await measureQueries((measured) => load(measured.db))
  return {
    jobs: rows['job_common'] ?? 0,
    seqScans: seqScans.filter((table) => table !== 'job_totals'),
  }
}

test('with 100,000 jobs, metrics read only those that wait or run', async () => {
  expect(await queueDesk.loadMetrics(db)).toMatchObject({ waiting, active })
  expect(await measure(queueDesk.loadMetrics)).toEqual({ jobs: waiting + active, seqScans: [] })
})

test('with 100,000 jobs, a page of failed ones reads one page', async () => {
  const pages = (wanted: Db) => queueDesk.listFailed(wanted, { before: null, limit: 50 })
  expect(await measure(pages)).toEqual({ jobs: 50, seqScans: [] })
  const before = (await pages(db)).at(-1)?.key ?? null
  const next = await measure((wanted) => queueDesk.listFailed(wanted, { before, limit: 50 }))
  expect(next).toEqual({ jobs: 50, seqScans: [] })
})

test('with 100,000 jobs, new failures are found without reading the others', async () => {
  const cost = await measure((wanted) =>
    wanted.execute(sql`
      update pgboss.job_common set deletion_seconds = ${sql.raw(String(failedRetentionSeconds))}
      where state = 'failed' and deletion_seconds < ${sql.raw(String(failedRetentionSeconds))}`),
  )
  expect(cost).toEqual({ jobs: 0, seqScans: [] })
})
