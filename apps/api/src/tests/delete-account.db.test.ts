import {
  addressChanges,
  auditLog,
  dailyCounts,
  decisions,
  deletedUsers,
  emails,
  grants,
  mailboxes,
  sessions,
  trackingCodeVersions,
  users,
} from '@doorman/db/schema'
import {
  aFilteredEmail,
  loadUserId,
  seedFilteredEmails,
  seedMailbox,
} from '@doorman/db/testing/seeds'
import { dumpTables } from '@doorman/db/testing/test-db'
import { forwardContactMessageJob, syncSubscriptionJob } from '@doorman/services/ports/jobs'
import { deleteUserAsAdmin } from '@doorman/services/users/delete-user-as-admin'
import { setAdmin } from '@doorman/services/users/set-admin'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'

const app = await openFakeApp()
const { request, ctx, notify, runJobsUntilIdle } = app
const password = 'correct horse battery'

/** A user with a mailbox and three filtered emails. */
async function newUser(email: string) {
  const { cookie } = await request('POST', '/api/auth/register', { body: { email, password } })
  const mailbox = await seedMailbox(ctx.db, email)
  const filtered = [1, 2, 3].map((number) => aFilteredEmail(number))
  const ids = await seedFilteredEmails(ctx.db, mailbox, filtered)
  return {
    email,
    cookie,
    mailbox,
    ids,
    countDecisions: () => ctx.db.$count(decisions, eq(decisions.mailboxId, mailbox.id)),
  }
}

test('a deleted account is gone at once, and its decisions follow in a job', async () => {
  const ann = await newUser('ann@own.example')
  const ben = await newUser('ben@own.example')
  const [{ id: userId } = { id: '' }] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, ann.email))

  const body = { password }
  expect(await request('DELETE', '/api/auth/account', { cookie: ann.cookie, body })).toMatchObject({
    status: 200,
  })
  expect((await request('GET', '/api/auth/me', { cookie: ann.cookie })).status).toBe(401)
  const login = { body: { email: ann.email, password } }
  expect((await request('POST', '/api/auth/login', login)).status).toBe(401)
  expect(await ctx.db.$count(users, eq(users.email, ann.email))).toBe(0)
  expect(await ctx.db.$count(mailboxes, eq(mailboxes.id, ann.mailbox.id))).toBe(0)
  expect(await ctx.db.select({ id: deletedUsers.id }).from(deletedUsers)).toEqual([{ id: userId }])
  // A job deletes the decisions later, but no user can see them any more.
  expect(await ann.countDecisions()).toBe(3)
  const [id] = ann.ids
  const preview = `/api/filtered-emails/${id}/preview`
  expect((await request('GET', preview, { cookie: ben.cookie })).status).toBe(404)

  await runJobsUntilIdle()
  expect(await ann.countDecisions()).toBe(0)
  expect(await ben.countDecisions()).toBe(3)
  expect((await request('POST', '/api/auth/register', login)).status).toBe(200)
})

test('the request does not wait for decisions that another transaction has locked', async () => {
  const cal = await newUser('cal@own.example')
  const answer = await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from decisions where mailbox_id = ${cal.mailbox.id} for update`)
    return request('DELETE', '/api/auth/account', { cookie: cal.cookie, body: { password } })
  })
  expect(answer.status).toBe(200)
  await runJobsUntilIdle()
  expect(await cal.countDecisions()).toBe(0)
})

test('disconnecting a mailbox deletes its decisions, and tokens that are too damaged to revoke', async () => {
  const dan = await newUser('dan@own.example')
  const url = `/api/gmail-accounts/${dan.mailbox.id}`
  expect((await request('DELETE', url, { cookie: dan.cookie })).status).toBe(200)
  await runJobsUntilIdle()
  expect(await dan.countDecisions()).toBe(0)
  expect(await ctx.db.$count(grants, eq(grants.providerAccountId, dan.mailbox.address))).toBe(0)
})

test('after everything a user can do, a deletion leaves only the tombstone', async () => {
  const eve = await newUser('eve@own.example')
  const userId = await loadUserId(ctx.db, eve.email)
  const call = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: object) =>
    request(method, url, { cookie: eve.cookie, body })
  await call('POST', `/api/filtered-emails/${eve.ids[0]}/action`, { action: 'restore' })
  await call('POST', '/api/account/export', { password, format: 'json' })
  await call('POST', '/api/account/email', { password, newEmail: 'eve@new.example' })
  await call('POST', '/api/auth/forgot-password', { email: eve.email })
  await call('POST', '/api/auth/login', { email: eve.email, password: 'wrong' })
  // Jobs of all kinds: one has run, one waits, one is to be retried tomorrow, one is dead.
  await ctx.jobs.enqueue(ctx.db, syncSubscriptionJob, { userId })
  await runJobsUntilIdle()
  await ctx.db.execute(sql`
    insert into pgboss.job (name, data, state, singleton_key, start_after)
    values (${syncSubscriptionJob.name}, ${{ userId }}, 'retry', ${userId}, now() + interval '1 day'),
      (${syncSubscriptionJob.name}, ${{ userId }}, 'failed', ${userId}, now()),
      ('sync-mailbox/gmail', ${{ mailboxId: eve.mailbox.id }}, 'retry', null, now() + interval '1 day'),
      (${forwardContactMessageJob.name}, ${{ userId, contactMessageId: randomUUID() }}, 'retry', null,
        now() + interval '1 day')`)
  const countLimits = async () =>
    Number((await ctx.db.execute(sql`select from rate_limits`)).rowCount)
  const limited = await countLimits()
  const find = async (...words: string[]) =>
    (await dumpTables(ctx.db)).split('\n').filter((line) => words.some((it) => line.includes(it)))
  expect((await find(userId)).length).toBeGreaterThan(10)

  await request('DELETE', '/api/auth/account', { cookie: eve.cookie, body: { password } })
  await runJobsUntilIdle()
  expect(await find(userId)).toEqual([expect.stringMatching(new RegExp(`^\\(${userId},"`))])
  expect(await find(eve.email, 'eve@new.example', eve.mailbox.id)).toEqual([])
  expect(await countLimits()).toBeLessThan(limited)
  // The message to the operator is still forwarded, without the id of its sender.
  const { rowCount } = await ctx.db.execute(sql`
    select from pgboss.job where name = ${forwardContactMessageJob.name} and state = 'retry'`)
  expect(rowCount).toBe(1)
})

/** Emails to the address, once there are as many. */
async function waitForFarewells(address: string, count: number): Promise<readonly object[]> {
  const listFarewells = () =>
    notify.sent.filter(({ to, email }) => to === address && email.kind === 'farewell')
  await expect.poll(listFarewells).toHaveLength(count)
  return listFarewells().map(({ email }) => email)
}

const remove = ({ cookie }: { cookie: string | undefined }, typed = password) =>
  request('DELETE', '/api/auth/account', { cookie, body: { password: typed } })

test('a user with two mailboxes is deleted while a message of one of them is being decided', async () => {
  // Constraints cascade in the order of their creation, and a dump of PostgreSQL may restore them in
  // another one: here the user's total is deleted before the mailboxes.
  await ctx.db.execute(sql`
    alter table mailboxes drop constraint mailboxes_user_id_fkey,
      add constraint mailboxes_user_id_fkey
        foreign key (user_id) references users (id) on delete cascade`)
  const ivy = await newUser('ivy@own.example')
  const second = await seedMailbox(ctx.db, ivy.email)
  await ctx.db
    .insert(dailyCounts)
    .values({ mailboxId: ivy.mailbox.id, dayOn: '2026-01-02', processed: 1, filtered: 1 })
  // The statements of recordDecisions that lock rows.
  const deletion = await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from mailboxes where id = ${second.id} for key share`)
    const answer = remove(ivy)
    const countWaiting = async () => {
      const { rowCount } = await ctx.db.execute(sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return rowCount
    }
    await expect.poll(countWaiting).toBe(1)
    await tx
      .insert(dailyCounts)
      .values({ mailboxId: second.id, dayOn: '2026-01-02', processed: 1, filtered: 1 })
    return { answer }
  })
  expect((await deletion.answer).status).toBe(200)
  expect(await ctx.db.$count(users, eq(users.email, ivy.email))).toBe(0)
})

test('a deleted address is gone from other users’ changes of address, too', async () => {
  const [jan, kim] = [await newUser('jan@own.example'), await newUser('kim@own.example')]
  const [janId, kimId] = [await loadUserId(ctx.db, jan.email), await loadUserId(ctx.db, kim.email)]
  const day = { requestedAt: ctx.now(), expiresAt: new Date(ctx.now().getTime() + 86_400_000) }
  await ctx.db.insert(addressChanges).values([
    { userId: kimId, newEmail: jan.email, ...day },
    { userId: janId, newEmail: 'jan@new.example', ...day },
  ])
  const order = { userId: kimId, kind: 'confirm-new-address', createdAt: ctx.now() } as const
  await ctx.db.insert(emails).values([
    { ...order, occasion: 'to-jan', recipient: jan.email },
    { ...order, occasion: 'to-lee', recipient: 'lee@own.example' },
  ])
  expect((await remove(jan)).status).toBe(200)
  expect(await dumpTables(ctx.db)).not.toContain(jan.email)
  expect(await ctx.db.$count(emails, eq(emails.recipient, 'lee@own.example'))).toBe(1)
})

test('saved tracking codes stay when their admin is deleted, without the admin’s id', async () => {
  const lea = await newUser('lea@own.example')
  const savedBy = await loadUserId(ctx.db, lea.email)
  const version = { field: 'trackingCodeHead', text: 'of-lea()', savedAt: ctx.now() } as const
  await ctx.db.insert(trackingCodeVersions).values({ ...version, savedBy })
  expect((await remove(lea)).status).toBe(200)
  const rows = await ctx.db.select().from(trackingCodeVersions)
  expect(rows).toMatchObject([{ text: 'of-lea()', savedBy: null }])
})

test('a deletion does not wait for an address change or an email that another transaction has locked', async () => {
  const [max, noa] = [await newUser('max@own.example'), await newUser('noa@own.example')]
  const userId = await loadUserId(ctx.db, noa.email)
  const [at, newEmail] = [ctx.now(), max.email]
  await ctx.db.insert(addressChanges).values({ userId, newEmail, requestedAt: at, expiresAt: at })
  const order = { userId, kind: 'confirm-new-address', occasion: 'to-max', createdAt: at } as const
  await ctx.db.insert(emails).values({ ...order, recipient: newEmail })
  const answer = await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from address_changes where new_email = ${newEmail} for update`)
    await tx.execute(sql`select from emails where recipient = ${newEmail} for update`)
    return remove(max)
  })
  expect(answer.status).toBe(200)
})

test('a farewell says what happened, and is tried again while the relay is down', async () => {
  const fay = await newUser('fay@own.example')
  expect((await remove(fay, 'wrong')).status).toBe(422)
  notify.failNextWith = { kind: 'unavailable' }
  expect((await remove(fay)).status).toBe(200)
  expect(await waitForFarewells(fay.email, 1)).toEqual([
    { kind: 'farewell', url: `${ctx.publicUrl}/privacy-policy`, deletedBy: 'user' },
  ])
  expect(await dumpTables(ctx.db)).not.toContain(fay.email)
})

test.each(['unavailable', 'refused'] as const)(
  'after the relay error “%s” the deletion still succeeds, and no address is logged',
  async (kind) => {
    const gus = await newUser(`gus-${kind}@own.example`)
    app.expectError('non-fatal-error')
    await runJobsUntilIdle()
    notify.failAllWith = { kind }
    const before = app.slept.length
    expect((await remove(gus)).status).toBe(200)
    await expect.poll(() => app.logs.join('')).toContain('FarewellError')
    notify.failAllWith = null
    expect(app.slept.length - before).toBe(kind === 'refused' ? 0 : 4)
    expect(app.logs.join('')).not.toContain('@own.example')
    expect(await ctx.db.$count(users, eq(users.email, gus.email))).toBe(0)
  },
)

test('an admin deletes another user, also an admin, and the audit log says so', async () => {
  const boss = await newUser('boss@own.example')
  const admin = { userId: await loadUserId(ctx.db, boss.email), sessionId: '', ip: '192.0.2.1' }
  for (const isAdmin of [false, true]) {
    const hal = await newUser(`hal-${isAdmin}@own.example`)
    await setAdmin(ctx, { email: hal.email, isAdmin })
    const id = await loadUserId(ctx.db, hal.email)
    await deleteUserAsAdmin(ctx, admin, { id })
    expect(await waitForFarewells(hal.email, 1)).toMatchObject([{ deletedBy: 'admin' }])
    expect((await request('GET', '/api/auth/me', { cookie: hal.cookie })).status).toBe(401)
    const records = await ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, id))
    expect(records.filter(({ act }) => act === 'delete-user')).toMatchObject([
      { actorId: admin.userId, ip: admin.ip, details: {} },
    ])
    // A second time, the user is unknown, and nothing is recorded.
    await expect(deleteUserAsAdmin(ctx, admin, { id })).rejects.toMatchObject({ code: 'not-found' })
    expect(await ctx.db.$count(auditLog, eq(auditLog.act, 'delete-user'))).toBe(isAdmin ? 2 : 1)
  }
  await expect(deleteUserAsAdmin(ctx, admin, { id: admin.userId })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await ctx.db.$count(users, eq(users.id, admin.userId))).toBe(1)
})

test('an admin who views the app as a deleted user does not act as themselves', async () => {
  const [ian, boss] = [await newUser('ian@own.example'), await newUser('chief@own.example')]
  const bossId = await loadUserId(ctx.db, boss.email)
  const ianId = await loadUserId(ctx.db, ian.email)
  await setAdmin(ctx, { email: boss.email, isAdmin: true })
  // Becoming an admin ends the login sessions.
  const { cookie } = await request('POST', '/api/auth/login', {
    body: { email: boss.email, password },
  })
  await ctx.db
    .update(sessions)
    .set({ viewedUserId: ianId, viewEndsAt: new Date(ctx.now().getTime() + 3_600_000) })
    .where(eq(sessions.userId, bossId))
  await remove(ian)
  const [session] = await ctx.db.select().from(sessions).where(eq(sessions.userId, bossId))
  expect(session?.viewedUserId).not.toBe(ianId)
  expect(await ctx.login.findActor(cookie)).toMatchObject({ viewEndedBy: 'account-deleted' })
})
