import { minuteMs } from '@doorman/domain/time'
import { setAdmin } from '@doorman/services/users/set-admin'
import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'

const { request, ctx, advance } = await openFakeApp()
const password = 'correct horse battery'
let count = 0

async function newAdmin() {
  const body = { email: `admin${(count += 1)}@example.com`, password }
  await request('POST', '/api/auth/register', { body })
  await setAdmin(ctx, { email: body.email, isAdmin: true })
  return (await request('POST', '/api/auth/login', { body })).cookie
}

/** Sends the request every ten minutes, and returns its status after 31 minutes. */
async function repeat(path: string): Promise<number> {
  const cookie = await newAdmin()
  for (const pause of [10, 10, 11]) {
    expect((await request('GET', path, { cookie })).status).toBe(200)
    advance(pause * minuteMs)
  }
  return (await request('GET', path, { cookie })).status
}

test.each([
  '/api/gmail-accounts',
  '/api/microsoft-accounts',
  '/api/filtered-emails',
  '/api/first-scans',
  '/api/activity',
  '/api/activity/days',
  '/api/live-updates',
  '/api/dashboard/stats?timeRange=week',
  '/api/dashboard/chart?timeRange=week',
])('an open page that only repeats %s keeps no admin signed in', async (path) => {
  expect(await repeat(path)).toBe(401)
})

test.each(['/api/auth/me', '/api/admin/posts'])(
  'an admin who works, here with %s, stays signed in',
  async (path) => {
    expect(await repeat(path)).toBe(200)
  },
)
