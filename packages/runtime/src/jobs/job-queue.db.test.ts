import { grants, jobTotals, mailboxes, users } from '@doorman/db/schema'
import { openDatabaseProxy } from '@doorman/db/testing/database-proxy'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import type { DecisionId, MailboxId, ProviderMessageId } from '@doorman/domain/ids'
import { mailProviders, type MailProvider } from '@doorman/domain/mail/mailbox'
import {
  indexCorrespondentsJob,
  jobs as jobDefinitions,
  moveMessageJob,
  replyToSenderJob,
  retiredJobNames,
  screenMessageJob,
  syncMailboxJob,
  type Attempt,
  type JobOutcome,
} from '@doorman/services/ports/jobs'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../logger.ts'
import { openFakeRuntime } from '../testing/fake-runtime.ts'
import type { JobHandler } from './job-handler.ts'
import { createJobQueue } from './job-queue.ts'

const databaseUrl = await createTestDatabase()
const { ctx, jobs, logs, close } = await openFakeRuntime(databaseUrl)
afterAll(close)

const newMailboxId = () => randomUUID() as MailboxId
const toProviderMessageId = (name: string | number) => `message-${name}` as ProviderMessageId

/** A handler that records the payloads it is given. */
function recordPayloads(
  name: string,
  run: (data: unknown) => Promise<JobOutcome> = async () => {},
) {
  const payloads: unknown[] = []
  const handler: JobHandler = {
    name,
    slots: 1,
    async run(_ctx, data) {
      payloads.push(data)
      return run(data)
    },
  }
  return { payloads, handler }
}

/** Starts a worker that looks for due jobs often, and stops when the test ends. */
async function startWorker(handlers: readonly JobHandler[], pollMs = 200) {
  const worker = await createJobQueue(databaseUrl, createLogger('silent'), { pollMs })
  onTestFinished(() => worker.stop())
  await worker.work(ctx, handlers, [])
}

const newMove = () => ({ mailboxId: newMailboxId(), decisionId: randomUUID() as DecisionId })
const makeRetriesDue = () =>
  ctx.db.execute(sql`update pgboss.job set start_after = now() where state < 'active'`)

test('a mailbox has one waiting sync, and one more may wait while a sync runs', async () => {
  const [ann, bob] = [newMailboxId(), newMailboxId()]
  const { payloads, handler } = recordPayloads(syncMailboxJob.name, async () => {
    if (payloads.length > 1) return
    for (const _notification of [1, 2, 3])
      await jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId: ann })
  })
  for (const mailboxId of [ann, ann, ann, bob])
    await jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId })
  await jobs.drain(ctx, [handler])
  expect(payloads).toEqual([{ mailboxId: ann }, { mailboxId: bob }, { mailboxId: ann }])
})

test('a message has one screening job until that job is finished', async () => {
  const mailboxId = newMailboxId()
  const payload = { mailboxId, providerMessageId: toProviderMessageId('once') }
  const { payloads, handler } = recordPayloads(screenMessageJob.name, () =>
    jobs.enqueueAll(ctx.db, screenMessageJob, [payload]),
  )
  await jobs.enqueueAll(ctx.db, screenMessageJob, [payload, payload])
  await jobs.drain(ctx, [handler])
  expect(payloads).toEqual([payload])
})

test('a job enqueued in a transaction that is rolled back does not exist', async () => {
  const { payloads, handler } = recordPayloads(moveMessageJob.name)
  const payload = newMove()
  await ctx.db
    .transaction(async (tx) => {
      await jobs.enqueueAll(tx, moveMessageJob, [payload])
      throw new Error('rolled back')
    })
    .catch(() => {})
  await jobs.drain(ctx, [handler])
  expect(payloads).toEqual([])
})

test('a job that cannot run yet runs again soon, and does not block a new job with the same key', async () => {
  const payload = newMove()
  const { payloads, handler } = recordPayloads(moveMessageJob.name, async () => {
    if (payloads.length === 1) return 'not-yet'
  })
  await jobs.enqueue(ctx.db, moveMessageJob, payload)
  await jobs.drain(ctx, [handler])
  await jobs.enqueue(ctx.db, moveMessageJob, payload)
  await jobs.drain(ctx, [handler])
  expect(payloads).toEqual([payload, payload])
  await makeRetriesDue()
  await jobs.drain(ctx, [handler])
  expect(payloads).toEqual([payload, payload, payload])
})

const hourSeconds = 3_600

/** How long the job with this payload still waits. */
async function loadDelaySeconds(payload: object) {
  const { rows } = await ctx.db.execute<{ state: string; seconds: number }>(sql`
    select state, extract(epoch from start_after - now())::float as seconds
    from pgboss.job where data = ${JSON.stringify(payload)}::jsonb`)
  return rows
}

test.each([
  { retryAfterMs: hourSeconds * 1_000, least: hourSeconds - 10, most: hourSeconds + 10 },
  // The backoff of a first retry.
  { retryAfterMs: 1, least: 5, most: 20 },
  { retryAfterMs: null, least: 5, most: 20 },
])('a retry waits for retryAfterMs ($retryAfterMs) and for the backoff', async (given) => {
  const payload = newMove()
  const { payloads, handler } = recordPayloads(moveMessageJob.name, async () => ({
    kind: 'retry-later',
    reason: 'rate-limited',
    failure: 'rate-limited',
    retryAfterMs: given.retryAfterMs,
  }))
  await jobs.enqueue(ctx.db, moveMessageJob, payload)
  await jobs.drain(ctx, [handler])
  expect(payloads).toEqual([payload])
  const [waiting, ...others] = await loadDelaySeconds(payload)
  expect(others).toEqual([])
  expect(waiting?.state).toBe('retry')
  expect(waiting?.seconds).toBeGreaterThan(given.least)
  expect(waiting?.seconds).toBeLessThan(given.most)
})

test('a job to retry later logs no error, keeps its deduplication key and ends after 13 retries', async () => {
  logs.length = 0
  const payload = { mailboxId: newMailboxId(), providerMessageId: toProviderMessageId('later') }
  const { payloads, handler } = recordPayloads(screenMessageJob.name, async () => ({
    kind: 'retry-later',
    reason: 'rate-limited',
    failure: 'rate-limited',
    retryAfterMs: null,
  }))
  await jobs.enqueue(ctx.db, screenMessageJob, payload)
  for (let round = 0; round < 20; round++) {
    await jobs.drain(ctx, [handler])
    if (round < 10) await jobs.enqueue(ctx.db, screenMessageJob, payload)
    await makeRetriesDue()
  }
  expect(payloads).toHaveLength(14)
  const lines = logs.map((line) => JSON.parse(line))
  expect(lines.filter(({ event }) => event === 'job-retried-later')).toHaveLength(13)
  expect(lines.at(-1)).toMatchObject({
    level: 'warn',
    event: 'job-given-up',
    code: 'rate-limited',
  })
  expect(logs.filter((line) => /"level":"error"|"stack"/.test(line))).toEqual([])
})

test('a job that throws is retried, and the error is logged', async () => {
  logs.length = 0
  const payload = newMove()
  const { payloads, handler } = recordPayloads(moveMessageJob.name, () =>
    Promise.reject(new Error('broken')),
  )
  await jobs.enqueue(ctx.db, moveMessageJob, payload)
  await jobs.drain(ctx, [handler])
  expect(await loadDelaySeconds(payload)).toMatchObject([{ state: 'retry' }])
  const errors = logs.filter((line) => line.includes('"event":"job-failed"'))
  expect(errors).toHaveLength(payloads.length)
})

test('queues and schedules of retired job names are deleted, with their jobs', async () => {
  const boss = new PgBoss(databaseUrl)
  await boss.start()
  for (const name of retiredJobNames) {
    await boss.createQueue(name)
    await boss.schedule(name, '* * * * *')
    await boss.send(name, {})
  }
  await boss.stop()
  const runtime = await openFakeRuntime(databaseUrl)
  await runtime.close()
  for (const table of ['queue', 'schedule', 'job']) {
    const { rows } = await ctx.db.execute<{ name: string }>(
      sql`select distinct name from pgboss.${sql.identifier(table)}`,
    )
    const names = rows.map(({ name }) => name)
    expect(names.filter((name) => retiredJobNames.includes(name))).toEqual([])
  }
  const known = jobDefinitions.map(({ name }) => name)
  expect(known.filter((name) => retiredJobNames.includes(name))).toEqual([])
})

test('two jobs that are not ready yet both wait', async () => {
  const moves = [newMove(), newMove()]
  const { handler } = recordPayloads(moveMessageJob.name, async () => 'not-yet')
  await jobs.enqueueAll(ctx.db, moveMessageJob, moves)
  await jobs.drain(ctx, [handler])
  for (const move of moves) {
    const states = (await loadDelaySeconds(move)).map(({ state }) => state)
    expect(states.sort()).toEqual(['completed', 'created'])
  }
  await ctx.db.execute(sql`delete from pgboss.job where state = 'created'`)
})

test('a failed job stores nothing of the error, which could quote an email', async () => {
  const payload = { mailboxId: newMailboxId() }
  const handler: JobHandler = {
    name: syncMailboxJob.name,
    slots: 1,
    run: async () => Promise.reject(new Error('words of an email')),
  }
  await jobs.enqueue(ctx.db, syncMailboxJob, payload)
  const runtime = await openFakeRuntime(databaseUrl)
  await runtime.jobs.work(runtime.ctx, [handler], [])
  const loadOutput = async () => {
    const { rows } = await ctx.db.execute<{ output: unknown }>(sql`
      select output from pgboss.job
      where data = ${JSON.stringify(payload)}::jsonb and output is not null`)
    return JSON.stringify(rows)
  }
  const stored = JSON.stringify([{ output: { failure: 'bug' } }])
  await expect.poll(loadOutput, { timeout: 10_000 }).toBe(stored)
  await runtime.close()
  expect(await loadOutput()).toBe(stored)
})

test('a postponed job waits, keeps its deduplication key and counts no attempt', async () => {
  logs.length = 0
  const payload = { mailboxId: newMailboxId(), providerMessageId: toProviderMessageId('wait') }
  const { payloads, handler } = recordPayloads(screenMessageJob.name, async () =>
    payloads.length > 20
      ? undefined
      : { kind: 'postponed', reason: 'rate-limited', delayMs: hourSeconds * 1_000 },
  )
  for (let round = 1; round <= 20; round++) {
    await jobs.enqueue(ctx.db, screenMessageJob, payload)
    await jobs.drain(ctx, [handler])
    expect(payloads).toHaveLength(round)
    const [waiting, ...others] = await loadDelaySeconds(payload)
    expect(others).toEqual([])
    expect(waiting?.state).toBe('retry')
    expect(waiting?.seconds).toBeGreaterThan(hourSeconds - 60)
    await makeRetriesDue()
  }
  await jobs.drain(ctx, [handler])
  expect(await loadDelaySeconds(payload)).toMatchObject([{ state: 'completed' }])
  const { rows } = await ctx.db.execute(sql`
    select retry_count from pgboss.job where data = ${JSON.stringify(payload)}::jsonb`)
  expect(rows).toEqual([{ retry_count: 0 }])
  const ofJob = logs.filter((line) => line.includes(screenMessageJob.name))
  expect(ofJob.filter((line) => !line.includes('"level":"info"'))).toEqual([])
})

test('a postponed job and a newer one with the same key can both wait', async () => {
  const payload = newMove()
  let runs = 0
  const { handler } = recordPayloads(moveMessageJob.name, async (data) => {
    const isOurs = moveMessageJob.payload.parse(data).decisionId === payload.decisionId
    if (!isOurs || (runs += 1) > 1) return
    await jobs.enqueue(ctx.db, moveMessageJob, payload)
    return { kind: 'postponed', reason: 'rate-limited', delayMs: hourSeconds * 1_000 }
  })
  await jobs.enqueue(ctx.db, moveMessageJob, payload)
  await jobs.drain(ctx, [handler])
  const states = (await loadDelaySeconds(payload)).map(({ state }) => state)
  expect(states.sort()).toEqual(['completed', 'retry'])
})

test('finished jobs of frequent kinds are deleted after minutes, others after a day', async () => {
  const { rows } = await ctx.db.execute<{ name: string; minutes: number }>(sql`
    select name, deletion_seconds / 60 as minutes from pgboss.queue where left(name, 2) <> '__'`)
  const frequent = rows.filter(({ minutes }) => minutes === 5).map(({ name }) => name)
  expect(frequent.sort()).toEqual([
    'index-correspondents',
    'index-correspondents/gmail',
    'index-correspondents/microsoft',
    'move-message',
    'move-message/gmail',
    'move-message/microsoft',
    'move-messages',
    'move-messages/gmail',
    'move-messages/microsoft',
    'screen-message',
    'screen-message/gmail',
    'screen-message/microsoft',
    'screen-messages',
    'screen-messages/gmail',
    'screen-messages/microsoft',
    'sync-mailbox',
    'sync-mailbox/gmail',
    'sync-mailbox/microsoft',
  ])
  const others = rows.filter(({ name }) => !frequent.includes(name))
  expect(new Set(others.map(({ minutes }) => minutes))).toEqual(new Set([24 * 60]))
})

test('a worker deletes finished jobs every few minutes', async () => {
  const mailboxId = newMailboxId()
  const { handler } = recordPayloads(syncMailboxJob.name)
  await jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId })
  await jobs.drain(ctx, [handler])
  // As if the job had finished, and finished jobs had last been deleted, six minutes ago.
  await ctx.db.execute(sql`
    update pgboss.job set completed_on = completed_on - interval '6 minutes'
    where data->>'mailboxId' = ${mailboxId}`)
  await ctx.db.execute(sql`update pgboss.queue set maintain_on = now() - interval '6 minutes'`)
  await startWorker([])
  await expect.poll(() => loadDelaySeconds({ mailboxId }), { timeout: 18_000 }).toEqual([])
})

test('a worker returns jobs of a worker that died to the queue', async () => {
  await ctx.db.execute(sql`delete from pgboss.job`)
  await jobs.enqueue(ctx.db, moveMessageJob, newMove())
  await ctx.db.execute(sql`
    update pgboss.job set state = 'active', started_on = now() - interval '1 minute',
      heartbeat_on = now() - interval '16 seconds'`)
  await ctx.db.execute(
    sql`update pgboss.queue set monitor_claim_on = now() - interval '10 seconds'`,
  )
  await startWorker([])
  const loadStates = async () => (await ctx.db.execute(sql`select state from pgboss.job`)).rows
  await expect.poll(loadStates, { timeout: 18_000 }).toEqual([{ state: 'retry' }])
})

async function addMailbox(provider: MailProvider): Promise<MailboxId> {
  const account = { provider, providerAccountId: randomUUID() }
  const [now, sealed] = [new Date(), { accessToken: '', refreshToken: '', keyVersion: 1 }]
  const [user] = await ctx.db.insert(users).values({ email: account.providerAccountId }).returning()
  const [grant] = await ctx.db
    .insert(grants)
    .values({ ...account, ...sealed, accessTokenExpiresAt: now })
    .returning()
  if (!user || !grant) throw new Error('An insert returns its row')
  const [mailbox] = await ctx.db
    .insert(mailboxes)
    .values({
      ...account,
      userId: user.id,
      grantId: grant.id,
      address: account.providerAccountId,
      createdAt: now,
      lastActiveAt: now,
      nextCheckAt: now,
      isActive: true,
    })
    .returning()
  if (!mailbox) throw new Error('An insert returns its row')
  return mailbox.id
}

describe('a job that calls the provider of a mailbox', () => {
  const queuesOf = async (mailboxId: MailboxId) => {
    const { rows } = await ctx.db.execute<{ name: string }>(
      sql`select name from pgboss.job where data->>'mailboxId' = ${mailboxId}`,
    )
    return rows.map(({ name }) => name)
  }

  test('waits in the queue of that provider, also if the transaction adds the mailbox', async () => {
    for (const provider of mailProviders) {
      const mailboxId = await addMailbox(provider)
      await jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId })
      expect(await queuesOf(mailboxId)).toEqual([`sync-mailbox/${provider}`])
    }
    const mailboxId = newMailboxId()
    const [existing] = await ctx.db.select().from(mailboxes).limit(1)
    if (!existing) throw new Error('There is a mailbox')
    await ctx.db.transaction(async (tx) => {
      await tx.update(mailboxes).set({ id: mailboxId }).where(eq(mailboxes.id, existing.id))
      await jobs.enqueue(tx, syncMailboxJob, { mailboxId })
    })
    expect(await queuesOf(mailboxId)).toEqual([`sync-mailbox/${existing.provider}`])
  })

  test('is run by its handler, whatever its provider, or with none', async () => {
    const { payloads, handler } = recordPayloads(moveMessageJob.name)
    const providers = await Promise.all(mailProviders.map(addMailbox))
    const moves = [...providers, newMailboxId()].map((mailboxId) => ({ ...newMove(), mailboxId }))
    await jobs.enqueueAll(ctx.db, moveMessageJob, moves)
    await jobs.drain(ctx, [handler])
    const toIds = (given: readonly unknown[]) =>
      given.map((one) => moveMessageJob.payload.parse(one).mailboxId).sort()
    expect(toIds(payloads)).toEqual(toIds(moves))
  })
})

test('a busy mailbox leaves slots for the others, and no slot is idle while jobs wait', async () => {
  const [noisy, quiet] = [await addMailbox('gmail'), await addMailbox('gmail')]
  const running = new Map<string, number>()
  let maxRunning = 0
  let remaining = 60 + 1
  const gate = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  const slots = 6
  const handler: JobHandler = {
    name: screenMessageJob.name,
    slots,
    slotsPerMailbox: 2,
    async run(_ctx, data) {
      const { mailboxId } = screenMessageJob.payload.parse(data)
      const now = (running.get(mailboxId) ?? 0) + 1
      running.set(mailboxId, now)
      if (mailboxId === noisy) maxRunning = Math.max(maxRunning, now)
      // The first jobs of the noisy mailbox end only after the job of the quiet one has started.
      if (mailboxId === quiet) gate.resolve()
      await gate.promise
      running.set(mailboxId, (running.get(mailboxId) ?? 0) - 1)
      remaining -= 1
      if (remaining === 0) finished.resolve()
    },
  }
  await jobs.enqueueAll(
    ctx.db,
    screenMessageJob,
    Array.from({ length: 60 }, (_, index) => ({
      mailboxId: noisy,
      providerMessageId: toProviderMessageId(index),
    })),
  )
  await jobs.enqueue(ctx.db, screenMessageJob, {
    mailboxId: quiet,
    providerMessageId: toProviderMessageId('quiet'),
  })
  await jobs.work(ctx, [handler], [])
  await finished.promise
  // Two slots that fetch at the same moment may both take the mailbox's last place.
  expect(maxRunning).toBeLessThan(slots)
})

test('a job that waits for a shared slot is not active, and runs when the slot is free', async () => {
  await ctx.db.execute(sql`delete from pgboss.job`)
  const isFree = Promise.withResolvers<void>()
  const started: string[] = []
  const toHandler = (name: string): JobHandler => ({
    name,
    slots: 'shared-outside',
    async run() {
      started.push(name)
      await isFree.promise
    },
  })
  await startWorker([syncMailboxJob, moveMessageJob].map(({ name }) => toHandler(name)))
  await jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId: newMailboxId() })
  await expect.poll(() => started, { timeout: 10_000 }).toEqual([syncMailboxJob.name])
  await jobs.enqueue(ctx.db, moveMessageJob, newMove())
  const { rows } = await ctx.db.execute(sql`select name, state from pgboss.job order by name`)
  expect(rows).toEqual([
    { name: moveMessageJob.name, state: 'created' },
    { name: syncMailboxJob.name, state: 'active' },
  ])
  isFree.resolve()
  await expect.poll(() => started, { timeout: 10_000 }).toHaveLength(2)
})

test('an urgent job runs before others that have waited longer', async () => {
  const ran: string[] = []
  const record = (name: string): JobHandler => ({
    name,
    slots: 'background',
    run: async () => void ran.push(name),
  })
  await jobs.enqueue(ctx.db, indexCorrespondentsJob, { mailboxId: newMailboxId() })
  await jobs.enqueue(ctx.db, replyToSenderJob, newMove())
  await jobs.drain(ctx, [record(indexCorrespondentsJob.name), record(replyToSenderJob.name)])
  expect(ran).toEqual([replyToSenderJob.name, indexCorrespondentsJob.name])
})

test('an idle worker learns of a new job without polling', async () => {
  await ctx.db.execute(sql`delete from pgboss.job`)
  const ran = Promise.withResolvers<void>()
  const move = newMove()
  const { handler, payloads } = recordPayloads(moveMessageJob.name, async () => ran.resolve())
  await startWorker([handler], 600_000)
  await jobs.enqueue(ctx.db, moveMessageJob, move)
  await ran.promise
  expect(payloads).toEqual([move])
})

test('a worker whose connections die silently finds jobs over new connections', async () => {
  const proxy = await openDatabaseProxy(databaseUrl)
  onTestFinished(() => proxy.close())
  const { payloads, handler } = recordPayloads(moveMessageJob.name)
  const options = { pollMs: 100, answerTimeoutMs: 2_000 }
  const worker = await createJobQueue(proxy.url, createLogger('silent'), options)
  onTestFinished(() => worker.stop())
  await worker.work(ctx, [handler], [])
  const [before, after] = [newMove(), newMove()]
  await jobs.enqueue(ctx.db, moveMessageJob, before)
  await expect.poll(() => payloads, { timeout: 10_000 }).toContainEqual(before)
  proxy.stall()
  await jobs.enqueue(ctx.db, moveMessageJob, after)
  await expect.poll(() => payloads, { timeout: 15_000 }).toContainEqual(after)
})

test('a delayed job starts when it is due, without polling', async () => {
  await ctx.db.execute(sql`delete from pgboss.job`)
  const ran = Promise.withResolvers<void>()
  const { handler } = recordPayloads(syncMailboxJob.name, async () => ran.resolve())
  await startWorker([handler], 600_000)
  const delayed = { ...syncMailboxJob, delayMs: 300 }
  const payload = { mailboxId: await addMailbox('gmail') }
  for (const _notification of [1, 2, 3]) await jobs.enqueue(ctx.db, delayed, payload)
  await ran.promise
  const { rows } = await ctx.db.execute(sql`
    select started_on >= created_on + interval '300 milliseconds' as "wasDue" from pgboss.job`)
  expect(rows).toEqual([{ wasDue: true }])
})

test('retries that become due are found by polling', async () => {
  await ctx.db.execute(sql`delete from pgboss.job`)
  const ranTwice = Promise.withResolvers<void>()
  const { payloads, handler } = recordPayloads(moveMessageJob.name, async () => {
    if (payloads.length === 1)
      return { kind: 'retry-later', reason: 'x', failure: 'rate-limited', retryAfterMs: null }
    ranTwice.resolve()
  })
  await startWorker([handler])
  await jobs.enqueue(ctx.db, moveMessageJob, newMove())
  const isWaiting = async () =>
    (await ctx.db.execute(sql`select from pgboss.job where state = 'retry'`)).rows.length
  await expect.poll(isWaiting, { timeout: 10_000 }).toBe(1)
  await makeRetriesDue()
  await ranTwice.promise
})

test('a mailbox has one sync at a time, and the waiting one starts when it ends', async () => {
  await ctx.db.execute(sql`delete from pgboss.job`)
  const mailboxId = await addMailbox('gmail')
  const [isOver, ranTwice] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hasStarted = Promise.withResolvers<void>()
  const { payloads, handler } = recordPayloads(syncMailboxJob.name, async () => {
    hasStarted.resolve()
    if (payloads.length === 2) ranTwice.resolve()
    await isOver.promise
  })
  await startWorker([{ ...handler, slots: 3, slotsPerMailbox: 1 }], 600_000)
  await jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId })
  await hasStarted.promise
  await jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId })
  const bob = await addMailbox('gmail')
  await jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId: bob })
  await ranTwice.promise
  expect(payloads).toEqual([{ mailboxId }, { mailboxId: bob }])
  isOver.resolve()
  await expect.poll(() => payloads, { timeout: 10_000 }).toHaveLength(3)
})

describe('a handler that completes its job itself', () => {
  /** Completes the job in one statement with other work, if the condition holds. */
  const completeInStatement = async (attempt: Attempt | undefined, condition: boolean) => {
    if (!attempt) throw new Error('The queue passes the attempt')
    const { parts, values } = attempt
    const isMet = sql`${condition} and exists (select from job)`
    const { rows } = await ctx.db.execute(sql`
      with job as materialized (${parts.lock(values)}),
        completed as (${parts.completeIf(values, isMet)})
      select from job`)
    return rows.length > 0
  }

  test.each([
    [
      'in a transaction',
      (attempt?: Attempt) => ctx.db.transaction(async (tx) => attempt?.complete(tx)),
    ],
    ['in a statement', (attempt?: Attempt) => completeInStatement(attempt, true)],
  ])('%s has it completed and counted once', async (_case, complete) => {
    await ctx.db.execute(sql`delete from pgboss.job`)
    const handler: JobHandler = {
      name: moveMessageJob.name,
      slots: 1,
      async run(_ctx, _data, attempt) {
        await complete(attempt)
        return 'completed'
      },
    }
    const count = async () => Number((await ctx.db.select().from(jobTotals))[0]?.completed)
    const before = await count()
    await jobs.enqueue(ctx.db, moveMessageJob, newMove())
    await jobs.drain(ctx, [handler])
    const { rows } = await ctx.db.execute(
      sql`select state, completed_on is not null as "hasEnd" from pgboss.job`,
    )
    expect(rows).toEqual([{ state: 'completed', hasEnd: true }])
    expect(await count()).toBe(before + 1)
  })

  test('in a statement learns that another worker has the job by now', async () => {
    await ctx.db.execute(sql`delete from pgboss.job`)
    const answers: boolean[] = []
    const handler: JobHandler = {
      name: moveMessageJob.name,
      slots: 1,
      async run(_ctx, _data, attempt) {
        answers.push(await completeInStatement(attempt, false))
        await ctx.db.execute(sql`update pgboss.job set retry_count = retry_count + 1`)
        answers.push(await completeInStatement(attempt, true))
        return 'completed'
      },
    }
    await jobs.enqueue(ctx.db, moveMessageJob, newMove())
    await jobs.drain(ctx, [handler])
    expect(answers).toEqual([true, false])
    expect((await ctx.db.execute(sql`select state from pgboss.job`)).rows).toEqual([
      { state: 'active' },
    ])
  })

  test('stores nothing if another worker has the job by now', async () => {
    await ctx.db.execute(sql`delete from pgboss.job`)
    logs.length = 0
    const [overtaken, later] = [newMove(), newMove()]
    let attempts = 0
    const handler: JobHandler = {
      name: moveMessageJob.name,
      slots: 1,
      async run(_ctx, _data, attempt) {
        attempts += 1
        if (attempts > 1) return
        // As if the job had expired, and another worker had fetched it.
        await ctx.db.execute(sql`update pgboss.job set retry_count = retry_count + 1`)
        await ctx.db.transaction(async (tx) => {
          await jobs.enqueue(tx, moveMessageJob, later)
          await attempt?.complete(tx)
        })
        return 'completed'
      },
    }
    await jobs.enqueue(ctx.db, moveMessageJob, overtaken)
    await jobs.drain(ctx, [handler])
    const { rows } = await ctx.db.execute(sql`select state, data from pgboss.job`)
    expect(rows).toEqual([{ state: 'active', data: overtaken }])
    expect(logs.filter((line) => line.includes('"event":"job-lost"'))).toHaveLength(1)
    expect(logs.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })
})

test('a job that outlasts the shutdown goes back to the queue', async () => {
  await ctx.db.execute(sql`delete from pgboss.job`)
  const [hasStarted, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { handler } = recordPayloads(moveMessageJob.name, async () => {
    hasStarted.resolve()
    await isOver.promise
  })
  const worker = await createJobQueue(databaseUrl, createLogger('silent'), { shutdownGraceMs: 10 })
  await worker.work(ctx, [handler], [])
  await jobs.enqueue(ctx.db, moveMessageJob, newMove())
  await hasStarted.promise
  await worker.stop()
  const { rows } = await ctx.db.execute(sql`select state, output from pgboss.job`)
  expect(rows).toEqual([{ state: 'retry', output: { failure: 'worker-lost' } }])
  isOver.resolve()
})
