import { auditLog, mailboxes, sessions, users } from '@doorman/db/schema'
import { freshPasswordMs, maxViewMs } from '@doorman/domain/accounts/login-session'
import { UserId } from '@doorman/domain/ids'
import { minuteMs } from '@doorman/domain/time'
import { toFakeGrant } from '@doorman/services/testing/fake-mail-access'
import { setAdmin } from '@doorman/services/users/set-admin'
import { startView } from '@doorman/services/users/start-view'
import { asc, eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openFakeApp, type FakeApp } from '../testing/fake-app.ts'
import { grantConsent, returnFromProvider, startConnecting } from '../testing/fake-connections.ts'

const app = await openFakeApp()
const { request, ctx, advance } = app
const password = 'correct horse battery'
let count = 0

async function newUser({ request }: FakeApp = app) {
  const email = `view${(count += 1)}@example.com`
  const { cookie } = await request('POST', '/api/auth/register', {
    body: { email, password },
    ip: `198.51.100.${count}`,
  })
  const { body } = await request('GET', '/api/auth/me', { cookie })
  return { email, cookie, id: UserId.parse(body['id']) }
}

async function newAdmin(where: FakeApp = app) {
  const user = await newUser(where)
  await setAdmin(where.ctx, { email: user.email, isAdmin: true })
  const { cookie } = await where.request('POST', '/api/auth/login', {
    body: { email: user.email, password },
    ip: `198.51.100.${count}`,
  })
  return { ...user, cookie }
}

const view = (cookie: string | undefined, targetUserId: string) =>
  request('POST', '/api/admin/switch-user', { cookie, body: { targetUserId } })
const me = (cookie: string | undefined) => request('GET', '/api/auth/me', { cookie })
const moveToBerlin = (cookie: string | undefined) =>
  request('PATCH', '/api/settings/time-zone', { cookie, body: { timeZone: 'Europe/Berlin' } })
const recordsOf = (adminId: UserId) =>
  ctx.db.select().from(auditLog).where(eq(auditLog.actorId, adminId)).orderBy(asc(auditLog.id))

/** An admin who views the app as a user. */
async function newView() {
  const [admin, user] = [await newAdmin(), await newUser()]
  const { cookie, status, body } = await view(admin.cookie, user.id)
  expect({ status, body }).toEqual({ status: 200, body: { user: { email: user.email } } })
  return { admin, user, cookie }
}

test('an admin sees what the user sees, and has no admin rights during the view', async () => {
  const { user, cookie } = await newView()
  expect((await me(cookie)).body).toMatchObject({
    id: user.id,
    email: user.email,
    isAdmin: false,
    viewingAsUser: { viewingUserEmail: user.email },
  })
})

test('the user and admins without a view are not told of a view', async () => {
  const { admin, user } = await newView()
  expect((await me(user.cookie)).body).not.toHaveProperty('viewingAsUser')
  expect((await me((await newAdmin()).cookie)).body).not.toHaveProperty('viewingAsUser')
  expect((await me(admin.cookie)).status).toBe(401)
})

test('a view of a user who is being deleted does not start', async () => {
  const [admin, user] = [await newAdmin(), await newUser()]
  const { viewing } = await ctx.db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, user.id)).for('update')
    const started = view(admin.cookie, user.id)
    await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1)
    await tx.delete(users).where(eq(users.id, user.id))
    return { viewing: started }
  })
  expect((await viewing).status).toBe(404)
  expect((await me(admin.cookie)).body).toMatchObject({ isAdmin: true })
})

async function countWaiting(): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(
    sql`select count(*)::int from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

test('the session gets a new token at the start and at the end', async () => {
  const { admin, cookie } = await newView()
  expect((await me(admin.cookie)).status).toBe(401)
  const back = await request('POST', '/api/admin/switch-back', { cookie })
  expect(back.status).toBe(200)
  expect((await me(cookie)).status).toBe(401)
  const { body } = await me(back.cookie)
  expect(body).toMatchObject({ id: admin.id, isAdmin: true })
  expect(body).not.toHaveProperty('viewingAsUser')
})

test('start, every request and end are recorded with both ids', async () => {
  const { admin, user, cookie } = await newView()
  await moveToBerlin(cookie)
  await moveToBerlin(cookie)
  await request('DELETE', '/api/auth/account', { cookie, body: { password } })
  await request('DELETE', '/api/senders/pat%40vendor.example', { cookie })
  const mailboxId = randomUUID()
  await request('PATCH', `/api/gmail-accounts/${mailboxId}/pause`, { cookie })
  await request('POST', '/api/admin/switch-back', { cookie })
  const records = await recordsOf(admin.id)
  expect(records.every(({ viewedUserId }) => viewedUserId === user.id)).toBe(true)
  expect(records.every(({ ip }) => ip === '203.0.113.7')).toBe(true)
  expect(records.map(({ act, details, subjectId }) => ({ act, details, subjectId }))).toEqual([
    { act: 'start-view', details: {}, subjectId: null },
    {
      act: 'view-request',
      details: { method: 'PATCH', route: '/api/settings/time-zone' },
      subjectId: null,
    },
    {
      act: 'view-request',
      details: { method: 'PATCH', route: '/api/settings/time-zone' },
      subjectId: null,
    },
    {
      act: 'view-refused',
      details: { method: 'DELETE', route: '/api/auth/account' },
      subjectId: null,
    },
    {
      act: 'view-request',
      details: { method: 'DELETE', route: '/api/senders/:address' },
      subjectId: null,
    },
    {
      act: 'view-request',
      details: { method: 'PATCH', route: '/api/gmail-accounts/:id/pause' },
      subjectId: mailboxId,
    },
    {
      act: 'view-request',
      details: { method: 'POST', route: '/api/admin/switch-back' },
      subjectId: null,
    },
    { act: 'end-view', details: { isByItself: false }, subjectId: null },
  ])
})

test('a call that a page repeats is recorded once a minute, and anew in every view', async () => {
  const { admin, user, cookie } = await newView()
  const poll = (with_ = cookie) => request('GET', '/api/gmail-accounts', { cookie: with_ })
  const polls = async () =>
    (await recordsOf(admin.id)).filter(({ act }) => act === 'view-request').length
  await poll()
  await poll()
  await request('GET', '/api/microsoft-accounts', { cookie })
  expect(await polls()).toBe(2)
  advance(minuteMs)
  await poll()
  expect(await polls()).toBe(3)
  const back = await request('POST', '/api/admin/switch-back', { cookie })
  const again = await view(back.cookie, user.id)
  await poll(again.cookie)
  expect(await polls()).toBe(5)
})

test('acts of the admin reach the user’s account, and never their own', async () => {
  const { admin, user, cookie } = await newView()
  expect((await moveToBerlin(cookie)).status).toBe(200)
  const rows = await ctx.db.select({ id: users.id, timeZone: users.timeZone }).from(users)
  expect(rows).toContainEqual({ id: user.id, timeZone: 'Europe/Berlin' })
  expect(rows).toContainEqual({ id: admin.id, timeZone: 'UTC' })
})

test('what only the user may do is refused with an explanation, and nothing changes', async () => {
  const { user, cookie } = await newView()
  const answer = await request('PATCH', '/api/auth/password', {
    cookie,
    body: { currentPassword: password, newPassword: 'another horse battery' },
  })
  expect(answer).toMatchObject({
    status: 403,
    body: {
      code: 'forbidden',
      message:
        'You’re viewing as this user, and only they can change how they sign in or delete their account.',
    },
  })
  const login = { email: user.email, password }
  expect((await request('POST', '/api/auth/login', { body: login })).status).toBe(200)
})

test('other admins can be viewed, and lend no power', async () => {
  const [admin, other] = [await newAdmin(), await newAdmin()]
  const { cookie } = await view(admin.cookie, other.id)
  expect((await me(cookie)).body).toMatchObject({ email: other.email, isAdmin: false })
  expect((await request('GET', '/api/admin/posts', { cookie })).status).toBe(403)
})

describe('a view is refused', () => {
  test('of oneself', async () => {
    const admin = await newAdmin()
    expect(await view(admin.cookie, admin.id)).toMatchObject({
      status: 422,
      body: { message: 'You can’t view the app as yourself.' },
    })
  })

  test('of an unknown user', async () => {
    const admin = await newAdmin()
    expect(await view(admin.cookie, randomUUID())).toMatchObject({ status: 404 })
    expect(await view(admin.cookie, 'x'.repeat(200_000))).toMatchObject({ status: 422 })
    expect(await recordsOf(admin.id)).toEqual([])
    expect((await me(admin.cookie)).status).toBe(200)
  })

  test('while another is on', async () => {
    const { user, cookie } = await newView()
    const third = await newUser()
    expect(await view(cookie, third.id)).toMatchObject({
      status: 403,
      body: { message: 'You’re viewing as a user. Switch back to admin first.' },
    })
    expect((await me(cookie)).body).toMatchObject({ id: user.id })
  })
})

test('of two views that are started at the same time, the second is refused', async () => {
  const [admin, one, other] = [await newAdmin(), await newUser(), await newUser()]
  // Both requests have found the session before one of them changes it.
  const actor = await ctx.login.findActor(admin.cookie)
  if (!actor) throw new Error('The admin is signed out')
  const asker = { ...actor, ip: '203.0.113.7' }
  const { cookies } = await startView(ctx, asker, { targetUserId: one.id })
  await expect(startView(ctx, asker, { targetUserId: other.id })).rejects.toThrow(
    'Switch back to admin first.',
  )
  expect((await me(cookies[0])).body).toMatchObject({ id: one.id })
})

test('switching back without a view does nothing', async () => {
  const { id, cookie } = await newAdmin()
  const back = await request('POST', '/api/admin/switch-back', { cookie })
  expect(back).toMatchObject({ status: 200, cookie: undefined })
  expect((await me(cookie)).status).toBe(200)
  expect(await recordsOf(id)).toEqual([])
})

describe('a view that has ended by itself', () => {
  const ends = {
    expired: async () => advance(maxViewMs),
    'lost its user': async (userId: UserId) => {
      await ctx.db.delete(users).where(eq(users.id, userId))
    },
  }

  test.each(Object.entries(ends))('because it %s reaches no account', async (_case, end) => {
    const { admin, user, cookie } = await newView()
    advance(maxViewMs - 25 * minuteMs)
    await moveToBerlin(cookie)
    await end(user.id)
    // The admin's session is idle for too long after an hour without use.
    await ctx.db.update(sessions).set({ updatedAt: ctx.now() }).where(eq(sessions.userId, admin.id))

    const refused = {
      status: 403,
      body: {
        code: 'view-ended',
        message: 'You’re no longer viewing as this user. Nothing was changed.',
      },
    }
    expect(await moveToBerlin(cookie)).toMatchObject(refused)
    expect(await moveToBerlin(cookie)).toMatchObject(refused)
    expect(await request('GET', '/api/admin/posts', { cookie })).toMatchObject(refused)
    // One tab learns of it. The others may still show the user: calls are refused until the tab has
    // told them and switches back.
    for (let times = 0; times < 2; times += 1)
      expect((await me(cookie)).body).toMatchObject({
        id: admin.id,
        isAdmin: true,
        viewHasEnded: true,
      })
    expect(await moveToBerlin(cookie)).toMatchObject(refused)
    // The token stays: the tabs send several requests at once.
    const back = await request('POST', '/api/admin/switch-back', { cookie })
    expect(back).toMatchObject({ status: 200, cookie: undefined })
    expect((await me(cookie)).body).not.toHaveProperty('viewHasEnded')
    const [row] = await ctx.db.select().from(users).where(eq(users.id, admin.id))
    expect(row).toMatchObject({ timeZone: 'UTC' })

    expect((await moveToBerlin(cookie)).status).toBe(200)
    const records = await recordsOf(admin.id)
    expect(records.at(-1)).toMatchObject({
      act: 'end-view',
      viewedUserId: user.id,
      details: { isByItself: true },
    })
  })
})

test('a demoted admin is signed out, and their view ends at once', async () => {
  const { admin, cookie } = await newView()
  await setAdmin(ctx, { email: admin.email, isAdmin: false })
  expect((await me(cookie)).status).toBe(401)
})

test('an admin who is demoted in the database loses the view', async () => {
  const { admin, cookie } = await newView()
  await ctx.db.update(users).set({ role: 'user' }).where(eq(users.id, admin.id))
  expect(await moveToBerlin(cookie)).toMatchObject({ status: 403, body: { code: 'view-ended' } })
  expect((await me(cookie)).body).toMatchObject({ id: admin.id, isAdmin: false })
})

test('signing out signs the admin out, ends the view and leaves the user signed in', async () => {
  const { admin, user, cookie } = await newView()
  await request('POST', '/api/auth/logout', { cookie })
  expect((await me(cookie)).status).toBe(401)
  expect((await me(user.cookie)).status).toBe(200)
  const records = await recordsOf(admin.id)
  expect(records.at(-1)).toMatchObject({ act: 'end-view', viewedUserId: user.id })
})

test('a consent of a provider that arrives during a view connects nothing', async () => {
  const admin = await newAdmin()
  const state = await startConnecting(app, { ...admin, cookie: admin.cookie ?? '' })
  const code = grantConsent(app, toFakeGrant('boss-gmail'))
  const user = await newUser()
  const { cookie = '' } = await view(admin.cookie, user.id)
  const location = await returnFromProvider(app, { ...user, cookie }, { state, code })
  expect(location).toBe('/?error=expired')
  expect(await ctx.db.select().from(mailboxes)).toEqual([])
})

test('granting and revoking the role is recorded', async () => {
  const user = await newUser()
  await setAdmin(ctx, { email: user.email, isAdmin: true })
  await setAdmin(ctx, { email: user.email, isAdmin: false })
  const records = await ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, user.id))
  expect(records.map(({ act, actorId }) => ({ act, actorId }))).toEqual([
    { act: 'grant-admin', actorId: null },
    { act: 'revoke-admin', actorId: null },
  ])
})

describe('outside the demo', async () => {
  const service = await openFakeApp({ adminsNeedSecondFactor: true })
  const giveSecondFactor = (adminId: UserId) =>
    service.ctx.db
      .update(sessions)
      .set({ secondFactorAt: new Date() })
      .where(eq(sessions.userId, adminId))
  const ask = (cookie: string | undefined, targetUserId: string) =>
    service.request('POST', '/api/admin/switch-user', { cookie, body: { targetUserId } })
  const confirm = (cookie: string | undefined, given: string) =>
    service.request('POST', '/api/auth/confirm-password', { cookie, body: { password: given } })

  test('an admin without a second factor is told so, and can do nothing as an admin', async () => {
    const admin = await newAdmin(service)
    const { body } = await service.request('GET', '/api/auth/me', admin)
    expect(body).toMatchObject({ isAdmin: true, needsSecondFactor: true })
    const user = await newUser(service)
    expect(await ask(admin.cookie, user.id)).toMatchObject({
      status: 403,
      body: { code: 'second-factor-needed' },
    })
    await giveSecondFactor(admin.id)
    const again = await service.request('GET', '/api/auth/me', admin)
    expect(again.body).toMatchObject({ isAdmin: true, needsSecondFactor: false })
    expect((await ask(admin.cookie, user.id)).status).toBe(200)
  })

  test('a view needs a password that was given lately', async () => {
    const [admin, user] = [await newAdmin(service), await newUser(service)]
    await giveSecondFactor(admin.id)
    service.advance(freshPasswordMs)
    const refused = {
      status: 403,
      body: {
        code: 'password-needed',
        message: 'Please confirm your password to continue.',
      },
    }
    expect(await ask(admin.cookie, user.id)).toMatchObject(refused)
    expect(await confirm(admin.cookie, 'wrong')).toMatchObject({
      status: 422,
      body: { message: 'That password is incorrect.' },
    })
    expect(await ask(admin.cookie, user.id)).toMatchObject(refused)
    expect((await confirm(admin.cookie, password)).status).toBe(200)
    expect((await ask(admin.cookie, user.id)).status).toBe(200)
  })

  test('guesses at the password are limited, and the limit holds for the right one', async () => {
    const admin = await newAdmin(service)
    const statuses = []
    for (let guess = 0; guess < 30; guess += 1)
      statuses.push((await confirm(admin.cookie, `guess ${guess}`)).status)
    expect(statuses).toContain(429)
    expect((await confirm(admin.cookie, password)).status).toBe(429)
  })
})
