import { rateLimits } from '@doorman/db/schema'
import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'

const { request, ctx, slept, advance, runJobsUntilIdle, notify } = await openFakeApp()
const password = 'correct horse battery'

async function register(email: string) {
  await request('POST', '/api/auth/register', { body: { email, password }, ip: '192.0.2.1' })
}
const tryLogin = (email: string, secret: string, ip: string) =>
  request('POST', '/api/auth/login', { body: { email, password: secret }, ip })

test('ten wrong passwords block an address for a while, from every network', async () => {
  await register('target@example.com')
  slept.length = 0
  const statuses = []
  for (let n = 1; n <= 20; n += 1)
    statuses.push((await tryLogin('target@example.com', 'wrong', `192.0.2.${n}`)).status)
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(10).fill(429)])

  const refused = await tryLogin('target@example.com', password, '192.0.2.99')
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'too-many', message: 'Too many attempts. Please try again in 15 minutes.' },
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
  expect(slept).toEqual([0, 0, 0, 250, 500, 1000, 2000, 4000, 4000, 4000])
})

test('a refused attempt does not count towards other limits', async () => {
  const counters = () => ctx.db.select().from(rateLimits).orderBy(rateLimits.key)
  const before = await counters()
  for (let n = 0; n < 20; n += 1) await tryLogin('target@example.com', 'wrong', '192.0.2.200')
  expect(await counters()).toEqual(before)
})

test('a password reset link lifts the block at once', async () => {
  await request('POST', '/api/auth/forgot-password', { body: { email: 'target@example.com' } })
  await runJobsUntilIdle()
  const email = notify.sent.findLast(({ to }) => to === 'target@example.com')?.email
  const token = new URL(email?.url ?? '').searchParams.get('token')
  const newPassword = 'remembered at last'
  await request('POST', '/api/auth/reset-password', { body: { token, newPassword } })
  expect((await tryLogin('target@example.com', newPassword, '192.0.2.99')).status).toBe(200)
})

test('the connecting network address counts, not a forged X-Forwarded-For', async () => {
  const headers = (n: number) => ({ 'x-forwarded-for': `10.0.0.${n}` })
  const statuses = []
  for (let n = 1; n <= 32; n += 1)
    statuses.push(
      (
        await request('POST', '/api/auth/login', {
          body: { email: `forger${n}@example.com`, password: 'wrong' },
          ip: '192.0.5.77',
          headers: headers(n),
        })
      ).status,
    )
  expect(statuses.slice(29)).toEqual([401, 429, 429])
})

test('an address without an account is blocked in the same way', async () => {
  const statuses = []
  for (let n = 1; n <= 12; n += 1)
    statuses.push((await tryLogin('ghost@example.com', 'wrong', `192.0.2.${n}`)).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
})

test('parallel attempts are all counted', async () => {
  await register('rushed@example.com')
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => tryLogin('rushed@example.com', 'wrong', `192.0.3.${n}`)),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
})

test('the right password resets the count of wrong ones', async () => {
  await register('forgetful@example.com')
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 6; n += 1)
      await tryLogin('forgetful@example.com', 'wrong', `192.0.4.${round}${n}`)
    expect((await tryLogin('forgetful@example.com', password, '192.0.4.1')).status).toBe(200)
  }
})

test('one network may try thirty times a minute, whatever the accounts', async () => {
  const statuses = []
  for (let n = 1; n <= 32; n += 1)
    statuses.push((await tryLogin(`person${n}@example.com`, 'wrong', '192.0.5.1')).status)
  expect(statuses.slice(28)).toEqual([401, 401, 429, 429])
})

test('reset emails to one address are limited', async () => {
  await register('popular@example.com')
  const statuses = []
  for (let n = 1; n <= 6; n += 1)
    statuses.push(
      (
        await request('POST', '/api/auth/forgot-password', {
          body: { email: 'popular@example.com' },
          ip: `192.0.6.${n}`,
        })
      ).status,
    )
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('password attempts with a login session are limited', async () => {
  const { cookie } = await request('POST', '/api/auth/register', {
    body: { email: 'stolen@example.com', password },
    ip: '192.0.7.1',
  })
  const statuses = []
  for (let n = 0; n < 6; n += 1) {
    const body = { password: 'wrong' }
    statuses.push((await request('DELETE', '/api/auth/account', { cookie, body })).status)
    const change = { currentPassword: 'wrong', newPassword: 'something quite new' }
    statuses.push((await request('PATCH', '/api/auth/password', { cookie, body: change })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
})

test.each([
  ['unused for a week', 7 * 24 * 60, 401],
  ['unused for an hour less than a week', 7 * 24 * 60 - 60, 200],
])('a login session %s (%i minutes) gets %i', async (_case, minutes, status) => {
  const { cookie } = await request('POST', '/api/auth/register', {
    body: { email: `idle${minutes}@example.com`, password },
    ip: '192.0.8.1',
  })
  advance(minutes * 60_000)
  expect((await request('GET', '/api/auth/me', { cookie })).status).toBe(status)
})

test('a login session ends after thirty days even if it is in use', async () => {
  const { cookie } = await request('POST', '/api/auth/register', {
    body: { email: 'busy@example.com', password },
    ip: '192.0.9.1',
  })
  const statuses = []
  for (let day = 0; day < 31; day += 5) {
    statuses.push((await request('GET', '/api/auth/me', { cookie })).status)
    advance(5 * 24 * 60 * 60_000)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 401])
})
