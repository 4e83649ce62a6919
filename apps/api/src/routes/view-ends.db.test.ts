import { storeAccountLink } from '@doorman/db/queries/link-tokens'
import { sessions, users } from '@doorman/db/schema'
import { maxViewMs } from '@doorman/domain/accounts/login-session'
import { hourMs, minuteMs } from '@doorman/domain/time'
import { deleteExpired } from '@doorman/services/housekeeping/delete-expired'
import { setAdmin } from '@doorman/services/users/set-admin'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { simulateSecondFactors } from '../testing/fake-second-factor.ts'
import { password, simulateViews } from '../testing/fake-views.ts'

const app = await openFakeApp()
const { request, ctx, advance } = app
const { newAdmin, newView, signIn, me, moveToBerlin, recordsOf } = simulateViews(app)
const { addTotp } = simulateSecondFactors(app)

test('switching back without a view does nothing', async () => {
  const { id, cookie } = await newAdmin()
  const back = await request('POST', '/api/admin/switch-back', { cookie })
  expect(back).toMatchObject({ status: 200, cookie: undefined })
  expect((await me(cookie)).status).toBe(200)
  expect(await recordsOf(id)).toEqual([])
})

type View = Awaited<ReturnType<typeof newView>>

/** Each way in which a view ends, and the reason that the audit log gives. */
const ends: Readonly<Record<string, { reason: string; end(view: View): Promise<unknown> }>> = {
  'the admin switches back': {
    reason: 'switched-back',
    end: ({ cookie }) => request('POST', '/api/admin/switch-back', { cookie }),
  },
  'the admin logs out': {
    reason: 'signed-out',
    end: ({ cookie }) => request('POST', '/api/auth/logout', { cookie }),
  },
  'the admin signs in again in the same browser': {
    reason: 'signed-in-again',
    end: ({ admin: { email }, cookie }) =>
      request('POST', '/api/auth/login', { cookie, body: { email, password } }),
  },
  'a new user registers in the same browser': {
    reason: 'signed-in-again',
    end: ({ admin, cookie }) =>
      request('POST', '/api/auth/register', {
        cookie,
        body: { email: `new.${admin.email}`, password },
      }),
  },
  'the admin signs this browser out from another one': {
    reason: 'signed-out-elsewhere',
    async end({ admin }) {
      const cookie = await signIn(admin)
      const { body } = await request('GET', '/api/account/devices', { cookie })
      const devices = body['devices'] as { id: string; isThisOne: boolean }[]
      for (const { id } of devices.filter(({ isThisOne }) => !isThisOne))
        await request('DELETE', `/api/account/devices/${id}`, { cookie })
    },
  },
  'the admin signs out all other browsers': {
    reason: 'signed-out-elsewhere',
    end: async ({ admin }) =>
      request('DELETE', '/api/account/devices', { cookie: await signIn(admin) }),
  },
  'the admin changes the password in another browser': {
    reason: 'password-changed',
    end: async ({ admin }) => changePassword(await signIn(admin)),
  },
  'the admin resets the password': {
    reason: 'password-changed',
    async end({ admin: { id: userId } }) {
      const token = randomUUID()
      const now = ctx.now()
      const expiresAt = new Date(now.getTime() + minuteMs)
      await storeAccountLink(ctx.db, { token, userId, purpose: 'reset-password', expiresAt, now })
      const body = { token, newPassword }
      return request('POST', '/api/auth/reset-password', { body })
    },
  },
  'the admin turns two-step sign-in on in another browser': {
    reason: 'second-factor-changed',
    end: async ({ admin }) => addTotp({ ...admin, cookie: await signIn(admin) }),
  },
  'the operator takes the role away': {
    reason: 'role-changed',
    end: ({ admin: { email } }) => setAdmin(ctx, { email, isAdmin: false }),
  },
  'the user deletes their account': {
    reason: 'account-deleted',
    end: ({ user: { cookie } }) => deleteAccount(cookie),
  },
  'the admin deletes their own account in another browser': {
    reason: 'account-deleted',
    end: async ({ admin }) => deleteAccount(await signIn(admin)),
  },
  'its hour is over and the nightly job runs': {
    reason: 'expired',
    async end({ admin }) {
      const hourAgo = new Date(Date.now() - hourMs)
      await ctx.db
        .update(sessions)
        .set({ viewEndsAt: hourAgo })
        .where(eq(sessions.userId, admin.id))
      await deleteExpired(ctx)
      await deleteExpired(ctx)
    },
  },
  'the session expires and the nightly job runs': {
    reason: 'expired',
    async end({ admin }) {
      const hourAgo = new Date(Date.now() - hourMs)
      await ctx.db.update(sessions).set({ expiresAt: hourAgo }).where(eq(sessions.userId, admin.id))
      await deleteExpired(ctx)
    },
  },
}

const newPassword = 'another horse battery'
const changePassword = (cookie: string | undefined) =>
  request('PATCH', '/api/auth/password', {
    cookie,
    body: { currentPassword: password, newPassword },
  })
const deleteAccount = (cookie: string | undefined) =>
  request('DELETE', '/api/auth/account', { cookie, body: { password } })

describe('the end of a view is recorded once, with its reason, when', () => {
  test.each(Object.entries(ends))('%s', async (_case, { reason, end }) => {
    const view = await newView()
    const { admin, user, cookie } = view
    await end(view)
    // Whatever the browser does next, it no longer acts as the user, and adds no second entry.
    expect((await me(cookie)).body).not.toHaveProperty('viewingAsUser')
    await request('POST', '/api/admin/switch-back', { cookie })
    await request('POST', '/api/auth/logout', { cookie })
    const records = (await recordsOf(admin.id)).filter(({ act }) => act === 'end-view')
    expect(records).toMatchObject([{ viewedUserId: user.id, details: { reason } }])
  })
})

test('a session without a view ends without an entry', async () => {
  const { id, cookie } = await newAdmin()
  await changePassword(cookie)
  expect(await recordsOf(id)).toEqual([])
})

test('a view that has expired unnoticed is recorded as expired, whatever ends the session', async () => {
  const { admin, user, cookie } = await newView()
  const minuteAgo = new Date(Date.now() - minuteMs)
  await ctx.db.update(sessions).set({ viewEndsAt: minuteAgo }).where(eq(sessions.userId, admin.id))
  await request('POST', '/api/auth/logout', { cookie })
  expect((await recordsOf(admin.id)).at(-1)).toMatchObject({
    viewedUserId: user.id,
    details: { reason: 'expired' },
  })
})

test('if the end of a view cannot be recorded, the view continues and the old password stays valid', async () => {
  const { admin, user, cookie } = await newView()
  const elsewhere = await signIn(admin)
  app.expectError('request-failed')
  await ctx.db.execute(sql`alter table audit_log add constraint is_full check (false) not valid`)
  try {
    expect((await changePassword(elsewhere)).status).toBe(500)
  } finally {
    await ctx.db.execute(sql`alter table audit_log drop constraint is_full`)
  }
  expect((await me(cookie)).body).toMatchObject({ id: user.id })
  expect((await changePassword(elsewhere)).status).toBe(200)
  expect((await me(cookie)).status).toBe(401)
})

test('signing out of a view leaves the viewed user signed in', async () => {
  const { user, cookie } = await newView()
  await request('POST', '/api/auth/logout', { cookie })
  expect((await me(cookie)).status).toBe(401)
  expect((await me(user.cookie)).status).toBe(200)
})

describe('a view that has ended by itself', () => {
  const ends: Readonly<Record<string, (user: View['user']) => unknown>> = {
    expired: () => advance(maxViewMs),
    'lost its user': ({ cookie }) => deleteAccount(cookie),
    // The session still names the user.
    'lost its user by a statement of the operator': ({ id }) =>
      ctx.db.delete(users).where(eq(users.id, id)),
  }

  test.each(Object.entries(ends))('because it %s changes neither account', async (_case, end) => {
    const { admin, user, cookie } = await newView()
    advance(maxViewMs - 25 * minuteMs)
    await moveToBerlin(cookie)
    await end(user)
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
    // The session keeps its token: another tab may be sending a request with it.
    const back = await request('POST', '/api/admin/switch-back', { cookie })
    expect(back).toMatchObject({ status: 200, cookie: undefined })
    expect((await me(cookie)).body).not.toHaveProperty('viewHasEnded')
    const [row] = await ctx.db.select().from(users).where(eq(users.id, admin.id))
    expect(row).toMatchObject({ timeZone: 'UTC' })

    expect((await moveToBerlin(cookie)).status).toBe(200)
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
