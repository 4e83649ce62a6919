import { rateLimits, users } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { describe, expect, test } from 'vitest'
import { openFakeApp, type FakeApp } from '../testing/fake-app.ts'

const databaseUrl = await createTestDatabase()
const world = await openFakeApp({ databaseUrl })
/** A second web process on the same database. */
const other = await openFakeApp({ databaseUrl })
const { request, ctx, slept, advance, runJobsUntilIdle, notify } = world
const password = 'correct horse battery'

async function register(email: string, ip = '192.0.2.1') {
  return request('POST', '/api/auth/register', { body: { email, password }, ip })
}
const tryLogin = (email: string, secret: string, ip: string, device?: string) =>
  request('POST', '/api/auth/login', { body: { email, password: secret }, ip, cookie: device })

let attackCount = 0
/** Tries wrong passwords from networks of its own, ten from each, and returns the statuses. */
async function attack(email: string, count: number, device?: string) {
  attackCount += 1
  const statuses = []
  for (let n = 0; n < count; n += 1) {
    const ip = `10.0.${attackCount}.${Math.floor(n / 10)}`
    const body = { email, password: 'wrong' }
    statuses.push((await request('POST', '/api/auth/login', { body, ip, cookie: device })).status)
  }
  return statuses
}

/** Uses up the hourly limit of an address, as attempts from many networks would. */
async function exhaust(email: string) {
  await Promise.all(Array.from({ length: 100 }, () => ctx.limits.count('login-address', email)))
}

/** Follows an emailed link to a new password. */
async function reset({ request: send }: FakeApp, email: string, newPassword: string) {
  await request('POST', '/api/auth/forgot-password', { body: { email } })
  await runJobsUntilIdle()
  const sent = notify.sent.findLast(({ to }) => to === email)?.email
  const token = new URL(sent?.url ?? '').searchParams.get('token')
  return send('POST', '/api/auth/reset-password', { body: { token, newPassword } })
}

test('ten wrong passwords for an address block one network for a while', async () => {
  await register('target@example.com')
  slept.length = 0
  const statuses = []
  for (let n = 1; n <= 20; n += 1)
    statuses.push((await tryLogin('target@example.com', 'wrong', '192.0.2.2')).status)
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(10).fill(429)])

  const refused = await tryLogin('target@example.com', password, '192.0.2.2')
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'too-many', message: 'Too many attempts. Please try again in 15 minutes.' },
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
  expect(slept).toEqual([0, 0, 0, 250, 500, 1000, 2000, 4000, 4000, 4000])
})

test('all IPv6 addresses of one customer are one network', async () => {
  const statuses = []
  for (let n = 1; n <= 11; n += 1)
    statuses.push((await tryLogin('v6@example.com', 'wrong', `2001:db8:0:1:${n}::1`)).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  expect((await tryLogin('v6@example.com', 'wrong', '2001:db8:0:2::1')).status).toBe(401)
})

test('a refused attempt does not count towards other limits', async () => {
  const others = async () =>
    (await ctx.db.select().from(rateLimits).orderBy(rateLimits.key)).filter(
      ({ key }) => !key.startsWith('login-address-network:'),
    )
  const before = await others()
  for (let n = 0; n < 20; n += 1) await tryLogin('target@example.com', 'wrong', '192.0.2.2')
  expect(await others()).toEqual(before)
})

describe('a stranger does not lock out the owner', () => {
  test.each([10, 50])('who signs in from another network after %i attempts', async (count) => {
    const email = `owner${count}@example.com`
    await register(email)
    expect(await attack(email, count)).toEqual(Array(count).fill(401))
    expect((await tryLogin(email, password, '192.0.2.10')).status).toBe(200)
  })

  test('although an address may be tried only a hundred times an hour from all networks', async () => {
    const email = 'famous@example.com'
    const { device } = await register(email)
    expect(await attack(email, 110)).toEqual([...Array(100).fill(401), ...Array(10).fill(429)])
    expect(await tryLogin(email, password, '192.0.2.10')).toMatchObject({
      status: 429,
      body: { message: 'Too many attempts. Please try again in 60 minutes.' },
    })
    expect((await tryLogin(email, password, '192.0.2.10', device)).status).toBe(200)
  })

  test('who uses a known device, even in the stranger’s own network', async () => {
    const email = 'neighbour@example.com'
    const { device } = await register(email)
    for (let n = 0; n < 40; n += 1)
      await tryLogin(n % 2 ? email : `any${n}@example.com`, 'wrong', '192.0.2.20')
    expect((await tryLogin(email, password, '192.0.2.20')).status).toBe(429)
    expect((await tryLogin(email, password, '192.0.2.20', device)).status).toBe(200)
  })

  test('who has just chosen a new password by an emailed link', async () => {
    const email = 'chased@example.com'
    await register(email)
    await exhaust(email)
    const { device } = await reset(world, email, 'remembered at last')
    await exhaust(email)
    expect((await tryLogin(email, 'remembered at last', '192.0.2.11')).status).toBe(429)
    expect((await tryLogin(email, 'remembered at last', '192.0.2.11', device)).status).toBe(200)
  })
})

describe('a known device', () => {
  const email = 'regular@example.com'
  let device = ''

  test('is one that has registered or signed in', async () => {
    expect((await register(email, '192.0.2.30')).device).toMatch(/^doorman\.device=[\w.-]+$/)
    device = (await tryLogin(email, password, '192.0.2.30')).device ?? ''
    await exhaust(email)
    expect((await tryLogin(email, password, '192.0.2.31', device)).status).toBe(200)
  })

  test('keeps its cookie until the password changes', async () => {
    expect((await tryLogin(email, password, '192.0.2.31', device)).device).toBe(device)
  })

  test('has its own limit: ten wrong passwords block it, and no other device', async () => {
    const another = (await register('double@example.com', '192.0.2.32')).device ?? ''
    const first = (await tryLogin('double@example.com', password, '192.0.2.33')).device ?? ''
    slept.length = 0
    const statuses = await attack('double@example.com', 12, first)
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    expect(slept).toEqual([0, 0, 0, 250, 500, 1000, 2000, 4000, 4000, 4000])
    expect((await tryLogin('double@example.com', password, '192.0.2.33', first)).status).toBe(429)
    expect((await tryLogin('double@example.com', password, '192.0.2.33', another)).status).toBe(200)
    expect((await tryLogin('double@example.com', password, '192.0.2.33')).status).toBe(200)
  })

  test('may sign in thirty times a minute', async () => {
    const restless = (await register('restless@example.com', '192.0.2.34')).device
    const statuses = []
    for (let n = 0; n < 31; n += 1)
      statuses.push(
        (await tryLogin('restless@example.com', password, '192.0.2.34', restless)).status,
      )
    expect(statuses).toEqual([...Array(30).fill(200), 429])
  })

  test('of a stranger’s own account does not help with another address', async () => {
    const stranger = (await register('stranger@example.com', '192.0.2.35')).device ?? ''
    const target = 'wanted@example.com'
    await register(target, '192.0.2.35')
    await exhaust(target)
    expect(await attack(target, 1, stranger)).toEqual([429])
    expect((await tryLogin(target, password, '192.0.2.36', stranger)).status).toBe(429)
    expect(await attack('nobody@example.com', 12, stranger)).toEqual(Array(12).fill(401))
  })

  test.each([
    [
      'another id',
      (cookie: string) => cookie.replace(/=./, (start) => (start === '=A' ? '=B' : '=A')),
    ],
    ['another signature', (cookie: string) => cookie.replace(/\.[\w-]+$/, `.${'A'.repeat(43)}`)],
    ['no signature', (cookie: string) => cookie.replace(/\.[\w-]+$/, '')],
    ['something else', () => 'doorman.device=yes'],
  ])('cannot be forged: %s', async (_case, forge) => {
    expect(forge(device)).not.toBe(device)
    expect((await tryLogin(email, password, '192.0.2.31', device)).status).toBe(200)
    expect((await tryLogin(email, password, '192.0.2.31', forge(device))).status).toBe(429)
  })

  test('is forgotten when the password changes, except the one that changed it', async () => {
    const body = { currentPassword: password, newPassword: 'another fine secret' }
    const { cookie } = await tryLogin(email, password, '192.0.2.31', device)
    const changed = await request('PATCH', '/api/auth/password', { cookie, body })
    const newest = body.newPassword
    expect(changed.device).not.toBe(device)
    expect((await tryLogin(email, newest, '192.0.2.31', device)).status).toBe(429)
    expect((await tryLogin(email, newest, '192.0.2.31', changed.device)).status).toBe(200)

    await reset(world, email, 'and yet another one')
    await exhaust(email)
    expect(
      (await tryLogin(email, 'and yet another one', '192.0.2.31', changed.device)).status,
    ).toBe(429)
  })

  test('is forgotten by the browser when the account is deleted', async () => {
    const { cookie } = await register('leaving@example.com', '192.0.2.37')
    const { headers } = await request('DELETE', '/api/auth/account', { cookie, body: { password } })
    expect(String(headers['set-cookie'])).toMatch(/doorman\.device=; Max-Age=0; Path=\//)
  })

  test('has a cookie that scripts cannot read and that says nothing about its user', async () => {
    const { headers, device: cookie = '' } = await register('private@example.com', '192.0.2.37')
    const line = (headers['set-cookie'] as string[]).find((one) => one.startsWith(cookie)) ?? ''
    expect(line.split('; ').slice(1)).toEqual([
      'Max-Age=31536000',
      'Path=/',
      'HttpOnly',
      'SameSite=Lax',
    ])
    const stored = JSON.stringify(await ctx.db.select().from(users))
    for (const part of cookie.replace('doorman.device=', '').split('.')) {
      expect(part).toMatch(/^[\w-]{22}$|^[\w-]{43}$/)
      expect(stored).not.toContain(part)
    }
  })
})

test('a password reset in one process lifts the blocks of every network in all processes', async () => {
  const email = 'blocked@example.com'
  await register(email)
  const newPassword = 'remembered at last'
  const signIn = ({ request: send }: FakeApp, ip: string) =>
    send('POST', '/api/auth/login', { body: { email, password: newPassword }, ip })
  expect(await attack(email, 11)).not.toContain(429)
  const attacked = `10.0.${attackCount}.0`
  await exhaust(email).catch(() => {})
  // Both processes have refused the address, from the network of the attack and from another one.
  for (const process of [world, other]) {
    expect((await signIn(process, attacked)).status).toBe(429)
    expect((await signIn(process, '192.0.2.40')).status).toBe(429)
  }
  expect((await reset(world, email, newPassword)).status).toBe(200)
  expect((await signIn(other, attacked)).status).toBe(200)
  expect((await signIn(other, '192.0.2.40')).status).toBe(200)
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
    statuses.push((await tryLogin('ghost@example.com', 'wrong', '192.0.2.3')).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  await exhaust('spirit@example.com')
  expect(await attack('spirit@example.com', 1)).toEqual([429])
})

test('parallel attempts are all counted', async () => {
  await register('rushed@example.com')
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => tryLogin('rushed@example.com', 'wrong', '192.0.3.1')),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
})

test('the right password resets the count of wrong ones', async () => {
  await register('forgetful@example.com')
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 6; n += 1) await tryLogin('forgetful@example.com', 'wrong', '192.0.4.1')
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

test('registrations with a taken address email its owner at most five times an hour, and use up none of the owner’s reset emails', async () => {
  const email = 'courted@example.com'
  await register(email)
  const answers = []
  for (let n = 1; n <= 7; n += 1) answers.push(await register(email, `192.0.10.${n}`))
  expect(new Set(answers.map(({ status, body }) => JSON.stringify({ status, body }))).size).toBe(1)
  expect(answers[0]?.status).toBe(409)
  await runJobsUntilIdle()
  const kindsOf = () =>
    notify.sent.filter(({ to }) => to === email).map(({ email: sent }) => sent.kind)
  expect(kindsOf()).toEqual(['verify-email', ...Array(5).fill('address-taken')])
  await request('POST', '/api/auth/forgot-password', { body: { email }, ip: '192.0.10.8' })
  await runJobsUntilIdle()
  expect(kindsOf().at(-1)).toBe('reset-password')
})

let linkNetworks = 0
test.each([
  ['/api/auth/reset-password', { newPassword: 'something quite new' }],
  ['/api/auth/check-reset-link', {}],
  ['/api/auth/set-password', { newPassword: 'something quite new' }],
  ['/api/auth/check-set-password-link', {}],
  ['/api/auth/verify-email', {}],
  ['/api/restore-links/check', {}],
  ['/api/restore-links', {}],
  ['/api/unsubscribe/check', {}],
  ['/api/unsubscribe', {}],
])('one network may try thirty links a minute: %s', async (path, rest) => {
  const body = { token: 'a guess', ...rest }
  const ip = `192.0.11.${(linkNetworks += 1)}`
  const statuses = []
  for (let n = 1; n <= 31; n += 1) statuses.push((await request('POST', path, { body, ip })).status)
  expect(statuses).toEqual([...Array(30).fill(422), 429])
})

test.each([
  ['registrations', '/api/auth/register', 'password1', 422],
  ['reset emails', '/api/auth/forgot-password', undefined, 200],
])('one network may ask for twenty %s an hour', async (_what, path, chosen, status) => {
  const ip = `192.0.12.${path.length}`
  const statuses = []
  for (let n = 1; n <= 21; n += 1) {
    const body = { email: `many${n}@example.com`, password: chosen }
    statuses.push((await request('POST', path, { body, ip })).status)
  }
  expect(statuses).toEqual([...Array(20).fill(status), 429])
})

test('verification emails are limited', async () => {
  const { cookie } = await register('eager@example.com', '192.0.13.1')
  const statuses = []
  for (let n = 1; n <= 6; n += 1)
    statuses.push((await request('POST', '/api/auth/resend-verification', { cookie })).status)
  expect(statuses).toEqual([...Array(5).fill(200), 429])
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
