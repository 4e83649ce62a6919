import { rateLimits } from '@doorman/db/schema'
import { expect, test } from 'vitest'
import { openFakeApp } from './fake-app.ts'

const { ask, ctx, slept, advance, settle, notify } = await openFakeApp()
const password = 'correct horse battery'

async function register(email: string) {
  await ask('POST', '/api/auth/register', { body: { email, password }, ip: '192.0.2.1' })
}
const tryWith = (email: string, secret: string, ip: string) =>
  ask('POST', '/api/auth/login', { body: { email, password: secret }, ip })

test('S4: ten wrong passwords close an address for a while, from everywhere', async () => {
  await register('target@example.com')
  slept.length = 0
  const statuses = []
  for (let n = 1; n <= 20; n += 1)
    statuses.push((await tryWith('target@example.com', 'wrong', `192.0.2.${n}`)).status)
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(10).fill(429)])

  const refused = await tryWith('target@example.com', password, '192.0.2.99')
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'too-many', message: 'Too many attempts. Please try again in 15 minutes.' },
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
  expect(slept).toEqual([0, 0, 0, 250, 500, 1000, 2000, 4000, 4000, 4000])
})

test('S4: a refused try leaves no trace: no other limit is used up by it', async () => {
  const counters = () => ctx.db.select().from(rateLimits).orderBy(rateLimits.key)
  const before = await counters()
  for (let n = 0; n < 20; n += 1) await tryWith('target@example.com', 'wrong', '192.0.2.200')
  expect(await counters()).toEqual(before)
})

test('S4: nobody is shut out for good: a mailed link opens the door at once', async () => {
  await ask('POST', '/api/auth/forgot-password', { body: { email: 'target@example.com' } })
  await settle()
  const mail = notify.sent.findLast(({ to }) => to === 'target@example.com')?.mail
  const token = new URL(mail?.url ?? '').searchParams.get('token')
  const newPassword = 'remembered at last'
  await ask('POST', '/api/auth/reset-password', { body: { token, newPassword } })
  expect((await tryWith('target@example.com', newPassword, '192.0.2.99')).status).toBe(200)
})

test('S4: the address in front counts, not the one a client claims to forward', async () => {
  const headers = (n: number) => ({ 'x-forwarded-for': `10.0.0.${n}` })
  const statuses = []
  for (let n = 1; n <= 32; n += 1)
    statuses.push(
      (
        await ask('POST', '/api/auth/login', {
          body: { email: `forger${n}@example.com`, password: 'wrong' },
          ip: '192.0.5.77',
          headers: headers(n),
        })
      ).status,
    )
  expect(statuses.slice(29)).toEqual([401, 429, 429])
})

test('S5: an account that does not exist is closed in the same way', async () => {
  const statuses = []
  for (let n = 1; n <= 12; n += 1)
    statuses.push((await tryWith('ghost@example.com', 'wrong', `192.0.2.${n}`)).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
})

test('S4: all at once is no way around the count', async () => {
  await register('rushed@example.com')
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => tryWith('rushed@example.com', 'wrong', `192.0.3.${n}`)),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
})

test('S4: the right password forgives the wrong ones before it', async () => {
  await register('forgetful@example.com')
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 6; n += 1)
      await tryWith('forgetful@example.com', 'wrong', `192.0.4.${round}${n}`)
    expect((await tryWith('forgetful@example.com', password, '192.0.4.1')).status).toBe(200)
  }
})

test('S4: thirty tries a minute from one address, whatever the accounts', async () => {
  const statuses = []
  for (let n = 1; n <= 32; n += 1)
    statuses.push((await tryWith(`person${n}@example.com`, 'wrong', '192.0.5.1')).status)
  expect(statuses.slice(28)).toEqual([401, 401, 429, 429])
})

test('nobody can have us mail the same person again and again', async () => {
  await register('popular@example.com')
  const statuses = []
  for (let n = 1; n <= 6; n += 1)
    statuses.push(
      (
        await ask('POST', '/api/auth/forgot-password', {
          body: { email: 'popular@example.com' },
          ip: `192.0.6.${n}`,
        })
      ).status,
    )
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('a stolen login session cannot be used to guess the password', async () => {
  const { cookie } = await ask('POST', '/api/auth/register', {
    body: { email: 'stolen@example.com', password },
    ip: '192.0.7.1',
  })
  const statuses = []
  for (let n = 0; n < 6; n += 1) {
    const body = { password: 'wrong' }
    statuses.push((await ask('DELETE', '/api/auth/account', { cookie, body })).status)
    const change = { currentPassword: 'wrong', newPassword: 'something quite new' }
    statuses.push((await ask('PATCH', '/api/auth/password', { cookie, body: change })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
})

test.each([
  ['unused for a week', 7 * 24 * 60, 401],
  ['used a little less than a week ago', 7 * 24 * 60 - 60, 200],
])('S6: a login session %s', async (_case, minutes, status) => {
  const { cookie } = await ask('POST', '/api/auth/register', {
    body: { email: `idle${minutes}@example.com`, password },
    ip: '192.0.8.1',
  })
  advance(minutes * 60_000)
  expect((await ask('GET', '/api/auth/me', { cookie })).status).toBe(status)
})

test('S6: a login session in use ends after thirty days all the same', async () => {
  const { cookie } = await ask('POST', '/api/auth/register', {
    body: { email: 'busy@example.com', password },
    ip: '192.0.9.1',
  })
  const statuses = []
  for (let day = 0; day < 31; day += 5) {
    statuses.push((await ask('GET', '/api/auth/me', { cookie })).status)
    advance(5 * 24 * 60 * 60_000)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 401])
})
