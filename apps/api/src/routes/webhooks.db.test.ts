import { findPush } from '@doorman/db/queries/push-grants'
import { grants, mailboxes } from '@doorman/db/schema'
import { receivePushNotifications } from '@doorman/services/mailboxes/upkeep/receive-push-notifications'
import type { PushNotification } from '@doorman/services/ports/mail-access'
import { openStatementLog } from '@doorman/services/testing/measure-queries'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { accountsOf, connect, newSignedInUser } from '../testing/fake-connections.ts'

const world = await openFakeApp()
const { app, request, ctx } = world

/** The credential that `FakeMailAccess` accepts. */
const fakeCredential = 'proven'

let made = 0

/** A user whose mailbox was synced, with an empty queue. */
async function newOwner() {
  const user = await newSignedInUser(world)
  const subject = `notified${(made += 1)}`
  await connect(world, user, subject)
  await world.runJobsUntilIdle()
  const [account] = await accountsOf(world, user)
  const [row] = await ctx.db
    .select()
    .from(mailboxes)
    .where(eq(mailboxes.providerAccountId, subject))
  if (!account || !row) throw new Error('The mailbox is not connected')
  return { ...user, ...row, of: { address: row.address } }
}

const sendPush = (
  notifications: readonly PushNotification[],
  path = 'gmail',
  headers = { authorization: fakeCredential },
) =>
  app.inject({
    method: 'POST',
    url: `/api/webhooks/${path}`,
    headers,
    body: JSON.stringify(notifications),
  })

/** In all queues of the job: some jobs have one for each provider. */
async function countJobs(name: string): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: string }>(
    sql`select count(*) from pgboss.job where split_part(name, '/', 1) = ${name} and state = 'created'`,
  )
  return Number(rows[0]?.count)
}

test('a push notification becomes a job before it is acknowledged, and those that come together become one', async () => {
  const { of } = await newOwner()
  const toFifths = () => Math.floor(ctx.now().getTime() / 200)
  const startedAt = toFifths()
  for (const _push of [1, 2, 3, 4, 5])
    expect((await sendPush([{ of, endsPush: false }])).statusCode).toBe(204)
  await Promise.all([1, 2, 3].map(() => sendPush([{ of, endsPush: false }])))
  const jobs = await countJobs('sync-mailbox')
  expect(jobs).toBeGreaterThan(0)
  expect(jobs).toBeLessThanOrEqual(1 + toFifths() - startedAt)
  const opened = world.mail.opened.length
  await world.runJobsUntilIdle()
  expect(world.mail.opened.slice(opened)).toHaveLength(jobs)
})

test('a later push notification gets a sync of its own, even while another sync waits', async () => {
  const { of } = await newOwner()
  await sendPush([{ of, endsPush: false }])
  world.advance(300)
  await sendPush([{ of, endsPush: false }])
  expect(await countJobs('sync-mailbox')).toBe(2)
  await world.runJobsUntilIdle()
})

test('the sync of a Gmail mailbox starts after the second in which Gmail drops notifications', async () => {
  const { of, grantId, id } = await newOwner()
  const loadDelayMs = async () => {
    const { rows } = await ctx.db.execute<{ ms: number }>(sql`
      select extract(epoch from start_after - created_on)::float * 1000 as ms from pgboss.job
      where data->>'mailboxId' = ${id} and state = 'created'`)
    return rows.map(({ ms }) => Math.round(ms))
  }
  await sendPush([{ of, endsPush: false }])
  expect(await loadDelayMs()).toEqual([1_200])
  await world.runJobsUntilIdle()
  await ctx.db.update(mailboxes).set({ provider: 'microsoft' }).where(eq(mailboxes.id, id))
  await sendPush([{ of: { grantId }, endsPush: false }], 'microsoft')
  expect(await loadDelayMs()).toEqual([0])
  await world.runJobsUntilIdle()
})

test('a push notification costs one statement and no transaction of its own', async () => {
  const { of } = await newOwner()
  const logStatements = await openStatementLog(ctx)
  const notification = { of, endsPush: false }
  const statements = await logStatements((logged) =>
    receivePushNotifications(logged, {
      provider: 'gmail',
      notifications: [notification, notification],
    }),
  )
  expect(statements.map((statement) => statement.split(' ')[0])).toEqual(['with'])
  await world.runJobsUntilIdle()
})

test('an unauthenticated notification changes nothing', async () => {
  const { of } = await newOwner()
  for (const path of ['gmail', 'microsoft', 'microsoft-lifecycle'])
    expect(
      (await sendPush([{ of, endsPush: true }], path, { authorization: 'no' })).json(),
    ).toEqual({
      code: 'invalid',
      message: 'The request could not be understood.',
    })
  expect(await countJobs('sync-mailbox')).toBe(0)
})

test('a notification for an unknown mailbox is acknowledged, so that it is not repeated for days', async () => {
  const { grantId } = await newOwner()
  const unknown = { of: { address: 'nobody@mail.test' }, endsPush: false }
  expect((await sendPush([unknown])).statusCode).toBe(204)
  // The same address at another provider is another mailbox.
  expect((await sendPush([{ of: { grantId }, endsPush: false }], 'microsoft')).statusCode).toBe(202)
  expect(await countJobs('sync-mailbox')).toBe(0)
})

test('a paused mailbox is not synced, and its push is stopped', async () => {
  const ann = await newOwner()
  await ctx.db.update(mailboxes).set({ isPaused: true }).where(eq(mailboxes.id, ann.id))
  await sendPush([{ of: ann.of, endsPush: false }])
  expect(await countJobs('sync-mailbox')).toBe(0)
  await world.runJobsUntilIdle()
  expect((await findPush(ctx.db, ann.grantId))?.current).toBeNull()
  expect(world.mail.mailboxes.get(ann.grantId)?.isPushActive).toBe(false)
})

test('the push of a paused mailbox is stopped, even if several mailboxes have the address that is named', async () => {
  const [ann, bob, carl, paused] = await Promise.all([
    newOwner(),
    newOwner(),
    newOwner(),
    newOwner(),
  ])
  // An address can change hands: until the next check two mailboxes have it.
  for (const { id } of [bob, carl])
    await ctx.db.update(mailboxes).set({ address: ann.address }).where(eq(mailboxes.id, id))
  for (const { id } of [carl, paused])
    await ctx.db.update(mailboxes).set({ isPaused: true }).where(eq(mailboxes.id, id))
  await sendPush([ann, paused].map(({ of }) => ({ of, endsPush: false })))
  expect(await countJobs('sync-mailbox')).toBe(2)
  await world.runJobsUntilIdle()
  for (const { grantId } of [carl, paused])
    expect(world.mail.mailboxes.get(grantId)?.isPushActive).toBe(false)
})

test('a mailbox that needs reconnecting is not synced', async () => {
  const { of, id } = await newOwner()
  await ctx.db
    .update(mailboxes)
    .set({ problem: 'needs-reconnect', nextCheckAt: null })
    .where(eq(mailboxes.id, id))
  expect((await sendPush([{ of, endsPush: false }])).statusCode).toBe(204)
  expect(await countJobs('sync-mailbox')).toBe(0)
})

test('the sync after an ended subscription renews push', async () => {
  const { grantId } = await newOwner()
  const box = world.mail.mailboxes.get(grantId)
  expect(box?.pushRenewals).toBe(1)
  await ctx.db.update(grants).set({ provider: 'microsoft' }).where(eq(grants.id, grantId))
  await ctx.db
    .update(mailboxes)
    .set({ provider: 'microsoft' })
    .where(eq(mailboxes.grantId, grantId))
  for (const [endsPush, renewals] of [
    [false, 1],
    [true, 2],
  ] as const) {
    await sendPush([{ of: { grantId }, endsPush }], 'microsoft-lifecycle')
    await world.runJobsUntilIdle()
    expect(box?.pushRenewals).toBe(renewals)
  }
})

test('bodies larger than a provider sends are refused', async () => {
  const body = ' '.repeat(64 * 1024 + 1)
  const headers = { authorization: fakeCredential }
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/webhooks/gmail',
    headers,
    body,
  })
  expect(statusCode).toBe(413)
})

test.each(['microsoft', 'microsoft-lifecycle'])(
  'Graph’s validation token for %s is echoed unchanged',
  async (path) => {
    const token = 'Validation: Testing client application reachability +&ü%20'
    const url = `/api/webhooks/${path}?validationToken=${encodeURIComponent(token)}`
    const headers = { 'content-type': 'text/plain; charset=utf-8' }
    const answer = await app.inject({ method: 'POST', url, headers })
    expect(answer).toMatchObject({ statusCode: 200, body: token })
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
  },
)

test.each([
  ['a token with markup', 'validationToken=%3Cscript%3Ealert(1)%3C/script%3E'],
  ['a token with a line break', 'validationToken=a%0d%0ab'],
  ['an overlong token', `validationToken=${'a'.repeat(1025)}`],
  ['a pair of tokens', 'validationToken=a&validationToken=b'],
])('%s is not echoed', async (_case, query) => {
  const { status, body } = await request('POST', `/api/webhooks/microsoft?${query}`)
  expect({ status, body }).toEqual({
    status: 422,
    body: { code: 'invalid', message: 'This is no validation token.' },
  })
})
