import { auditLog, sessions } from '@doorman/db/schema'
import { freshPasswordMs } from '@doorman/domain/accounts/login-session'
import type { UserId } from '@doorman/domain/ids'
import { setAdmin } from '@doorman/services/users/set-admin'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { password, simulateViews } from '../testing/fake-views.ts'

/** Outside the demo, admins need a second factor, and grave acts a fresh password. */
const app = await openFakeApp({ adminsNeedSecondFactor: true })
const { request, ctx, advance } = app
const { newUser, newAdmin, view, me } = simulateViews(app)

const giveSecondFactor = (adminId: UserId) =>
  ctx.db.update(sessions).set({ secondFactorAt: new Date() }).where(eq(sessions.userId, adminId))
const confirm = (cookie: string | undefined, given: string) =>
  request('POST', '/api/auth/confirm-password', { cookie, body: { password: given } })

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

test('an admin without a second factor is told so, and can do nothing as an admin', async () => {
  const admin = await newAdmin()
  const { body } = await me(admin.cookie)
  expect(body).toMatchObject({ isAdmin: true, needsSecondFactor: true })
  const user = await newUser()
  expect(await view(admin.cookie, user.id)).toMatchObject({
    status: 403,
    body: { code: 'second-factor-needed' },
  })
  await giveSecondFactor(admin.id)
  const again = await me(admin.cookie)
  expect(again.body).toMatchObject({ isAdmin: true, needsSecondFactor: false })
  expect((await view(admin.cookie, user.id)).status).toBe(200)
})

test('a view needs a password that was given lately', async () => {
  const [admin, user] = [await newAdmin(), await newUser()]
  await giveSecondFactor(admin.id)
  advance(freshPasswordMs)
  const refused = {
    status: 403,
    body: {
      code: 'password-needed',
      message: 'Please confirm your password to continue.',
    },
  }
  expect(await view(admin.cookie, user.id)).toMatchObject(refused)
  expect(await confirm(admin.cookie, 'wrong')).toMatchObject({
    status: 422,
    body: { message: 'That password is incorrect.' },
  })
  expect(await view(admin.cookie, user.id)).toMatchObject(refused)
  expect((await confirm(admin.cookie, password)).status).toBe(200)
  expect((await view(admin.cookie, user.id)).status).toBe(200)
})

test('guesses at the password are limited, and the limit holds for the right one', async () => {
  const admin = await newAdmin()
  const statuses = []
  for (let guess = 0; guess < 30; guess += 1)
    statuses.push((await confirm(admin.cookie, `guess ${guess}`)).status)
  expect(statuses).toContain(429)
  expect((await confirm(admin.cookie, password)).status).toBe(429)
})
