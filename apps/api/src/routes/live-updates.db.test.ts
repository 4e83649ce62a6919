import { openDb } from '@doorman/db/client'
import { decisions, mailboxes, users } from '@doorman/db/schema'
import { loadUserId, seedMailbox, type SeededMailbox } from '@doorman/db/testing/seeds'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import type { ProviderMessageId } from '@doorman/domain/ids'
import { hourMs } from '@doorman/domain/time'
import { and, eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { openEvents } from '../testing/event-reader.ts'
import { openFakeApp } from '../testing/fake-app.ts'
import { newSignedInUser } from '../testing/fake-connections.ts'
import { simulateViews } from '../testing/fake-views.ts'

const databaseUrl = await createTestDatabase()
const streamTimes = { heartbeatMs: 20, maxStreamMs: hourMs, eventIntervalMs: 1 }
const world = await openFakeApp({ databaseUrl, streamTimes })
const { app, ctx, request, metrics } = world
const views = simulateViews(world)

/** Another process on the same database, such as a worker. */
const worker = openDb(databaseUrl)
afterAll(() => worker.close())

const open = (cookie: string | undefined, headers = {}) => openEvents(app, cookie, headers)
const emails = 'event: emails\ndata:\n\n'
const accounts = 'event: accounts\ndata:\n\n'

async function newMailbox() {
  const user = await newSignedInUser(world)
  return { ...user, ...(await seedMailbox(ctx.db, user.email)) }
}

async function decide(
  { id: mailboxId }: SeededMailbox,
  outcome: 'filter' | 'keep' = 'filter',
): Promise<void> {
  const isKept = outcome === 'keep'
  await worker.db.insert(decisions).values({
    mailboxId,
    providerMessageId: randomUUID() as ProviderMessageId,
    outcome,
    reason: isKept ? 'not-cold' : 'blocked-sender',
    decidedAt: new Date(),
    ...(!isKept && { receivedAt: new Date(), subject: 'Hi', state: 'pending' }),
  })
}

/** The first stream of the process waits for the connection to the database, and gets both events. */
async function openWhenListening(user: { readonly cookie: string }) {
  const stream = await open(user.cookie)
  const other = await newMailbox()
  const probe = await open(other.cookie)
  await decide(other)
  await probe.waitFor(emails)
  probe.close()
  return stream
}

test('the stream opens at once, says when to reopen it, and may not be cached or buffered', async () => {
  const stream = await open((await newMailbox()).cookie, {
    'accept-encoding': 'br, gzip',
    'sec-fetch-site': 'same-origin',
  })
  expect(stream.status).toBe(200)
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  expect(stream.headers).not.toHaveProperty('content-encoding')
  await stream.waitFor('retry: 2000\n:\n\n')
  await stream.waitFor(':\n\n')
  stream.close()
})

test('a decision of another process reaches the streams of its user and of nobody else', async () => {
  const [ann, bob] = [await newMailbox(), await newMailbox()]
  const streams = [await openWhenListening(ann), await open(ann.cookie)]
  const his = await open(bob.cookie)
  await decide(bob, 'keep')
  await decide(ann)
  for (const stream of streams) await stream.waitFor(emails)
  await worker.db.update(mailboxes).set({ isPaused: true }).where(eq(mailboxes.id, bob.id))
  // Notifications arrive in the order of their transactions: an event about Ann would come first.
  expect(await his.waitFor(accounts)).not.toContain('event')
  await decide(bob)
  await his.waitFor(emails)
  for (const stream of [...streams, his]) stream.close()
})

test('a decision about a user without an open page notifies no process', async () => {
  const [ann, bob, eve] = [await newMailbox(), await newMailbox(), await newMailbox()]
  const stream = await openWhenListening(ann)
  const passed = { pagesOpenUntil: sql`now()` }
  await ctx.db.update(users).set(passed).where(eq(users.email, eve.email))
  const heard: string[] = []
  const listener = await worker.pool.connect()
  listener.on('notification', ({ payload = '' }) => void heard.push(payload))
  await listener.query('listen doorman_emails')
  for (const user of [bob, eve, ann]) await decide(user)
  await stream.waitFor(emails)
  await listener.query('select')
  expect(heard).toEqual([await loadUserId(ctx.db, ann.email)])
  listener.release(true)
  stream.close()
})

test('a page that may be open for longer is not forgotten when another one opens', async () => {
  const ann = await newMailbox()
  const longer = { pagesOpenUntil: sql`now() + interval '2 hours'` }
  await ctx.db.update(users).set(longer).where(eq(users.email, ann.email))
  const stream = await open(ann.cookie)
  await stream.waitFor(':\n\n')
  const isLonger = sql`${users.pagesOpenUntil} > now() + interval '90 minutes'`
  expect(await ctx.db.$count(users, and(eq(users.email, ann.email), isLonger))).toBe(1)
  stream.close()
})

test('a change of accounts announces accounts, not emails', async () => {
  const ann = await newMailbox()
  const stream = await openWhenListening(ann)
  await worker.db.update(mailboxes).set({ isPaused: true }).where(eq(mailboxes.id, ann.id))
  expect(await stream.waitFor(accounts)).not.toContain(emails)
  await decide(ann)
  await stream.waitFor(emails)
  stream.close()
})

test('visitors get no stream', async () => {
  const stream = await open(undefined)
  expect(stream.status).toBe(401)
  await stream.untilEnd()
})

test('the stream ends with the session', async () => {
  const { cookie } = await newMailbox()
  const [stream, other] = [await open(cookie), await open((await newMailbox()).cookie)]
  await stream.waitFor(':\n\n')
  await request('POST', '/api/auth/logout', { cookie })
  expect(await stream.untilEnd()).toMatch(/:\n\n$/)
  await other.waitFor(':\n\n')
  other.close()
})

test('an admin who views as a user gets the user’s events until the view ends', async () => {
  const { user, admin, cookie } = await views.newView()
  const mailbox = await seedMailbox(ctx.db, user.email)
  const stream = await openWhenListening({ cookie: cookie ?? '' })
  await decide(mailbox)
  await stream.waitFor(emails)
  await request('POST', '/api/admin/switch-back', { cookie })
  await stream.untilEnd()
  const records = await views.recordsOf(admin.id)
  expect(records.filter(({ details }) => details['route'] === '/api/live-updates')).toHaveLength(1)
})

test('an eleventh stream of a user replaces the oldest, which may come back in a minute', async () => {
  const { cookie } = await newMailbox()
  const other = await open((await newMailbox()).cookie)
  const streams = []
  for (let count = 0; count < 11; count++) streams.push(await open(cookie))
  expect(await streams[0]?.untilEnd()).toMatch(/retry: 60000\n\n$/)
  for (const stream of [...streams.slice(1), other]) {
    await stream.waitFor(':\n\n')
    stream.close()
  }
})

test('after the connection to the database was lost, every stream gets both events, and later ones', async () => {
  const [ann, bob] = [await newMailbox(), await newMailbox()]
  const streams = [await openWhenListening(ann), await open(bob.cookie)]
  for (const stream of streams) await stream.waitFor(':\n\n')
  const { rowCount } = await worker.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'doorman-live-updates' and datname = current_database()`,
  )
  expect(rowCount).toBe(1)
  for (const stream of streams) {
    await stream.waitFor(emails)
    await stream.waitFor(accounts)
  }
  await decide(ann)
  await streams[0]?.waitFor(emails)
  for (const stream of streams) stream.close()
})

test('a page that goes away leaves no stream behind', async () => {
  const count = async () =>
    (await metrics.registry.getSingleMetric('doorman_live_update_streams')?.get())?.values[0]?.value
  await expect.poll(count).toBe(0)
  const stream = await open((await newMailbox()).cookie)
  expect(await count()).toBe(1)
  stream.close()
  await expect.poll(count).toBe(0)
})

test('streams end when the server closes, and don’t delay it', async () => {
  const short = await openFakeApp({ streamTimes })
  const { cookie } = await newSignedInUser(short)
  const [stream] = [await openEvents(short.app, cookie), await openEvents(short.app, cookie)]
  await stream.waitFor(':\n\n')
  await short.app.close()
  expect(await stream.untilEnd()).toMatch(/^(?::\n\n|event: \w+\ndata:\n\n)*$/)
})
