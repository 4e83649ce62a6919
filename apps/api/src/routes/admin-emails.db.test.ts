import { emails, users } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { orderNewUserNotices } from '@doorman/services/emails/order-new-user-notices'
import { setAdmin } from '@doorman/services/users/set-admin'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { newSignedInUser } from '../testing/fake-connections.ts'

const world = await openFakeApp()
const { request, ctx, notify, runJobsUntilIdle } = world
const credentials = { email: 'boss@example.com', password: 'correct horse battery' }
const path = '/api/admin/email-settings'
let cookie: string | undefined

beforeAll(async () => {
  await request('POST', '/api/auth/register', { body: credentials })
  await setAdmin(ctx, { email: credentials.email, isAdmin: true })
  cookie = (await request('POST', '/api/auth/login', { body: credentials })).cookie
})

const change = (body: object) => request('POST', path, { cookie, body })
const defaults = {
  welcomeEmail: true,
  trialReminder: true,
  subscriptionConfirmation: true,
  paymentFailed: true,
  weeklyReport: true,
  newUserNotificationEnabled: false,
  newUserNotificationRecipient: '',
}

/** The emails to the operator about new users. */
async function listNotices() {
  await runJobsUntilIdle()
  return notify.sent.filter(({ email }) => email.kind === 'new-user')
}

test('at first all emails to users are on, and notices of new users are off', async () => {
  expect((await request('GET', path, { cookie })).body).toEqual(defaults)
  await newSignedInUser(world)
  await runJobsUntilIdle()
  // A user who registered before an admin switched the notices on causes none later, either.
  const { newUserNotificationEnabled, newUserNotificationRecipient } = defaults
  await change({
    newUserNotificationEnabled: true,
    newUserNotificationRecipient: 'operator@example.com',
  })
  await orderNewUserNotices(ctx)
  expect(await listNotices()).toEqual([])
  await change({ newUserNotificationEnabled, newUserNotificationRecipient })
})

test('a change saves one field and leaves the others', async () => {
  expect((await change({ weeklyReport: false })).body).toEqual({ ...defaults, weeklyReport: false })
  expect((await change({ paymentFailed: false })).body).toEqual({
    ...defaults,
    weeklyReport: false,
    paymentFailed: false,
  })
  await change({ weeklyReport: true, paymentFailed: true })
  expect((await change({})).body).toEqual(defaults)
})

test.each([
  { weeklyReport: 'yes' },
  { newUserNotificationRecipient: 'a'.repeat(255) },
  { newUserNotificationRecipient: null },
])('a change to %j is refused', async (body) => {
  expect((await change(body)).status).toBe(422)
  expect((await request('GET', path, { cookie })).body).toEqual(defaults)
})

test('the operator hears of each new user once, as soon as the address is complete', async () => {
  await change({ newUserNotificationEnabled: true })
  await change({ newUserNotificationRecipient: 'operator@exam' })
  await newSignedInUser(world)
  expect(await listNotices()).toEqual([])

  await change({ newUserNotificationRecipient: 'operator@example.com' })
  const ann = await newSignedInUser(world)
  expect(await listNotices()).toMatchObject([
    { to: 'operator@example.com', email: { address: ann.email, userCount: 4 } },
  ])
  // A second registration with the same address is not a new user.
  await request('POST', '/api/auth/register', {
    body: { email: ann.email, password: 'another fine secret' },
  })
  expect(await listNotices()).toHaveLength(1)
})

test('a notice that was not ordered, because the process was killed, is made up for once', async () => {
  const before = (await listNotices()).length
  const ann = await newSignedInUser(world)
  const [user] = await ctx.db.select().from(users).where(eq(users.email, ann.email))
  await ctx.db.delete(emails).where(eq(emails.userId, user?.id ?? ('' as UserId)))
  await orderNewUserNotices(ctx)
  await orderNewUserNotices(ctx)
  expect((await listNotices()).slice(before)).toMatchObject([{ email: { address: ann.email } }])
})

test('a user is welcomed once, when the address is confirmed by either link', async () => {
  const welcomesOf = async (email: string) => {
    await runJobsUntilIdle()
    return notify.sent.filter((sent) => sent.to === email && sent.email.kind === 'welcome')
  }
  const tokenTo = (email: string) => {
    const url = notify.sent.findLast(({ to }) => to === email)?.email.url ?? ''
    return new URL(url).searchParams.get('token')
  }
  const [ann, bob] = [await newSignedInUser(world), await newSignedInUser(world)]
  expect(await welcomesOf(ann.email)).toEqual([])
  await request('POST', '/api/auth/verify-email', { body: { token: tokenTo(ann.email) } })
  expect(await welcomesOf(ann.email)).toMatchObject([
    { email: { kind: 'welcome', url: 'http://localhost:3000/accounts' } },
  ])
  // This user confirmed the address before the product sent welcome emails.
  const old = await newSignedInUser(world)
  await ctx.db.update(users).set({ emailVerified: true }).where(eq(users.email, old.email))
  for (const { email } of [ann, bob, old]) {
    await request('POST', '/api/auth/forgot-password', { body: { email } })
    await runJobsUntilIdle()
    const body = { token: tokenTo(email), newPassword: 'a password to remember' }
    expect((await request('POST', '/api/auth/reset-password', { body })).status).toBe(200)
  }
  expect(await welcomesOf(ann.email)).toHaveLength(1)
  expect(await welcomesOf(bob.email)).toHaveLength(1)
  expect(await welcomesOf(old.email)).toEqual([])
})
