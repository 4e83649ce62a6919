import { openDb } from '@doorman/db/client'
import { mailboxes, users } from '@doorman/db/schema'
import { PreparedClient } from '@doorman/db/prepared-client'
import { seedMailbox } from '@doorman/db/testing/seeds'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { MailboxId } from '@doorman/domain/ids'
import { moveMessagesJob, syncMailboxJob, type Job } from '@doorman/services/ports/jobs'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLogger } from '../logger.ts'
import { openFakeRuntime } from '../testing/fake-runtime.ts'
import { channel } from './announcements.ts'
import type { JobHandler } from './job-handler.ts'
import { createJobQueue } from './job-queue.ts'

const databaseUrl = await createTestDatabase()
const { ctx, jobs, close } = await openFakeRuntime(databaseUrl)
afterAll(close)
afterEach(() => void vi.restoreAllMocks())

/** The statements that this process sends from now on. */
function recordStatements(): string[] {
  const statements: string[] = []
  const query = PreparedClient.prototype.query
  vi.spyOn(PreparedClient.prototype, 'query').mockImplementation(function (
    this: PreparedClient,
    ...args: unknown[]
  ) {
    const [sent] = args
    statements.push(typeof sent === 'string' ? sent : String(Reflect.get(Object(sent), 'text')))
    return Reflect.apply(query, this, args) as never
  })
  return statements
}

const isPoll = (statement: string) => statement.includes('"dueQueues"')
const isEnd = (statement: string) => statement.includes("state = 'completed'")
const isClaim = (statement: string) => statement.includes('"dueCount"')

function handle(slots: JobHandler['slots'], { name }: Job = syncMailboxJob) {
  let runs = 0
  const handler: JobHandler = {
    name,
    slots,
    run: async () => void (runs += 1),
  }
  return { handler, countRuns: () => runs }
}

/** Listens from now on. Returns a function that tells what workers have been told. */
async function recordAnnouncements(): Promise<() => Promise<string[]>> {
  const announced: string[] = []
  const { pool, close: closePool } = openDb(databaseUrl)
  const listener = await pool.connect()
  listener.on('notification', ({ payload = '' }) => void announced.push(payload))
  const { rows } = await listener.query<{ name: string }>(`select ${channel} as name`)
  await listener.query(`listen ${rows[0]?.name}`)
  onTestFinished(() => {
    listener.release(true)
    return closePool()
  })
  return async () => {
    // When this statement has ended, all earlier notifications have arrived.
    await listener.query('select')
    return announced.filter((text) => !text.startsWith('@'))
  }
}

/** Workers on one database, each with three slots. */
async function startWorkers(count: number, pollMs: number) {
  // Otherwise the first poll also deletes finished jobs.
  await ctx.db.execute(sql`update pgboss.queue set maintain_on = now()`)
  const handled = Array.from({ length: count }, () => handle(3))
  const workers = await Promise.all(
    handled.map(async ({ handler }) => {
      const worker = await createJobQueue(databaseUrl, createLogger('silent'), { pollMs })
      await worker.work(ctx, [handler], [])
      return worker
    }),
  )
  const countRuns = () => handled.reduce((sum, { countRuns: count }) => sum + count(), 0)
  return {
    handled,
    stop: () => Promise.all(workers.map((worker) => worker.stop())),
    async runOne(statements: string[]) {
      statements.length = 0
      const runsBefore = countRuns()
      await jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId: MailboxId.parse(randomUUID()) })
      await expect.poll(countRuns, { timeout: 20_000 }).toBe(runsBefore + 1)
      await expect.poll(() => statements.some(isEnd), { timeout: 20_000 }).toBe(true)
      return statements.filter(isClaim).length
    },
  }
}

test('an idle worker sends one statement per poll, however many queues and slots it has', async () => {
  const { stop } = await startWorkers(1, 50)
  const statements = recordStatements()
  const countPolls = () => statements.filter(isPoll).length
  await expect.poll(countPolls, { timeout: 20_000 }).toBeGreaterThan(3)
  statements.length = 0
  await expect.poll(countPolls, { timeout: 20_000 }).toBeGreaterThan(20)
  const others = statements.filter((statement) => !isPoll(statement))
  // Schedules are looked at every few seconds.
  expect(others.length).toBeLessThanOrEqual(6)
  await stop()
}, 60_000)

test('a job that comes alone costs one look and one end, however many slots are idle', async () => {
  const { runOne, stop } = await startWorkers(1, 600_000)
  const statements = recordStatements()
  // The poll at the start may find the first one, too.
  await expect.poll(() => runOne(statements), { timeout: 20_000 }).toBe(1)
  expect(await runOne(statements)).toBe(1)
  expect(statements.filter(isEnd)).toHaveLength(1)
  await stop()
}, 60_000)

test('a worker looks again, without polling, for a job that waits for one at another worker', async () => {
  const mailboxId = MailboxId.parse(randomUUID())
  await jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId })
  const atAnotherWorker = sql`data->>'mailboxId' = ${mailboxId} and state = 'active'`
  await ctx.db.execute(sql`
    update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now()
    where data->>'mailboxId' = ${mailboxId}`)
  await jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId })
  const statements = recordStatements()
  const { handler, countRuns } = handle(1)
  const worker = await createJobQueue(databaseUrl, createLogger('silent'), { pollMs: 600_000 })
  await worker.work(ctx, [{ ...handler, slotsPerMailbox: 1 }], [])
  const countLooks = () => statements.filter(isClaim).length
  await expect.poll(countLooks, { timeout: 20_000 }).toBeGreaterThan(1)
  expect(countRuns()).toBe(0)
  await ctx.db.execute(sql`
    update pgboss.job set state = 'completed', completed_on = now() where ${atAnotherWorker}`)
  await expect.poll(countRuns, { timeout: 20_000 }).toBe(1)
  await worker.stop()
}, 60_000)

test('a worker runs the jobs of its jobs without a notification, also if their transaction takes long', async () => {
  const mailboxId = MailboxId.parse(randomUUID())
  const listAnnouncements = await recordAnnouncements()
  const { handler: move, countRuns } = handle(1, moveMessagesJob)
  const sync: JobHandler = {
    ...handle(1).handler,
    run: (running) =>
      running.db.transaction(async (tx) => {
        await running.jobs.enqueue(tx, moveMessagesJob, { mailboxId })
        await tx.execute(sql`select pg_sleep(0.3)`)
      }),
  }
  const worker = await createJobQueue(databaseUrl, createLogger('silent'), { pollMs: 600_000 })
  await worker.work({ ...ctx, jobs: worker }, [sync, move], [])
  await jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId })
  await expect.poll(countRuns, { timeout: 20_000 }).toBe(1)
  await worker.stop()
  expect(await listAnnouncements()).toEqual([expect.stringMatching(/^sync-mailbox/)])
}, 60_000)

test('mailboxes that get syncs one by one, but quickly, are all synced without a poll', async () => {
  const { handled, stop } = await startWorkers(1, 600_000)
  const user = `${randomUUID()}@example.com`
  await ctx.db.insert(users).values({ email: user })
  const named = await Promise.all(Array.from({ length: 5 }, () => seedMailbox(ctx.db, user)))
  const listAnnouncements = await recordAnnouncements()
  for (const { id } of named)
    await jobs.enqueueForMailboxes(
      ctx.db,
      syncMailboxJob,
      { isNamed: eq(mailboxes.id, id), isMeant: sql`true` },
      {},
    )
  await expect.poll(() => handled[0]?.countRuns(), { timeout: 20_000 }).toBe(named.length)
  expect((await listAnnouncements()).length).toBeGreaterThan(1)
  await stop()
}, 60_000)

test('a job is announced with its commit, however soon after another it was stored', async () => {
  const { handled, runOne, stop } = await startWorkers(1, 600_000)
  await runOne(recordStatements())
  await ctx.db.transaction(async (tx) => {
    await jobs.enqueue(tx, syncMailboxJob, { mailboxId: MailboxId.parse(randomUUID()) })
    await tx.execute(sql`select pg_sleep(0.5)`)
  })
  await expect.poll(() => handled[0]?.countRuns(), { timeout: 20_000 }).toBe(2)
  await stop()
}, 60_000)

test('of several workers, one looks for a job that comes alone', async () => {
  const { handled, runOne, stop } = await startWorkers(3, 2_000)
  const statements = recordStatements()
  // Waits until the workers know each other.
  await expect.poll(() => runOne(statements), { timeout: 20_000 }).toBe(1)
  let looks = 0
  for (let job = 0; job < 12; job += 1) looks += await runOne(statements)
  // If every worker looked, there would be 36. Polls may add a few.
  expect(looks).toBeLessThan(24)
  expect(handled.filter(({ countRuns }) => countRuns() > 0).length).toBeGreaterThan(1)
  await stop()
}, 60_000)
