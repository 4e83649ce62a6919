import { mailboxes, users } from '@doorman/db/schema'
import { minuteMs } from '@doorman/domain/time'
import { toFakeGrant } from '@doorman/services/testing/fake-mail-access'
import { startView } from '@doorman/services/users/start-view'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { grantConsent, returnFromProvider, startConnecting } from '../testing/fake-connections.ts'
import { password, simulateViews } from '../testing/fake-views.ts'

const app = await openFakeApp()
const { request, ctx, advance } = app
const { newUser, newAdmin, newView, view, me, moveToBerlin, recordsOf } = simulateViews(app)

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
    { act: 'end-view', details: { reason: 'switched-back' }, subjectId: null },
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

test('what the admin does changes the user’s account, and never the admin’s', async () => {
  const { admin, user, cookie } = await newView()
  expect((await moveToBerlin(cookie)).status).toBe(200)
  const rows = await ctx.db.select({ id: users.id, timeZone: users.timeZone }).from(users)
  expect(rows).toContainEqual({ id: user.id, timeZone: 'Europe/Berlin' })
  expect(rows).toContainEqual({ id: admin.id, timeZone: 'UTC' })
})

test('a call that only the user may make is refused with an explanation, and nothing changes', async () => {
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

test('an admin who views another admin gets no admin rights from that', async () => {
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
