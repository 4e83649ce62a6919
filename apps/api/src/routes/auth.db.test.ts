import { accounts, deletedUsers, linkTokens, sessions, users } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forgetExpired } from '@doorman/services/users/forget-expired'
import { openFakeApp } from '../fake-app.ts'

const world = await openFakeApp()
const { ask, ctx, notify } = world
const password = 'correct horse battery'

let made = 0
/** Each test has its own user, from its own network address. */
async function newUser() {
  made += 1
  const email = `person${made}@example.com`
  const ip = `198.51.100.${made}`
  const { cookie, status } = await ask('POST', '/api/auth/register', {
    body: { email, password },
    ip,
  })
  expect(status).toBe(200)
  return { email, ip, cookie }
}

const me = (cookie?: string) => ask('GET', '/api/auth/me', { cookie })
const signIn = (email: string, secret = password, ip = '198.51.100.250') =>
  ask('POST', '/api/auth/login', { body: { email, password: secret }, ip })

/** The newest mail to somebody, and the token in its link. */
async function mailTo(email: string) {
  await world.settle()
  const mail = notify.sent.findLast(({ to }) => to === email)?.mail
  return { kind: mail?.kind, token: mail && new URL(mail.url).searchParams.get('token') }
}

test('8, 81: registering signs in at once and starts with the defaults of the specification', async () => {
  const { email, cookie } = await newUser()
  expect((await me(cookie)).body).toEqual({
    id: expect.any(String),
    email,
    isAdmin: false,
    isVerified: false,
    trialEndDate: null,
    subscriptionStatus: 'none',
    filterRecruiters: true,
    filterInvestors: true,
    autoReplyEnabled: false,
    timeZone: 'UTC',
  })
})

test('A-36: a user’s days begin where their browser is', async () => {
  const { cookie } = await newUser()
  const tell = (timeZone: string) =>
    ask('PATCH', '/api/settings/time-zone', { body: { timeZone }, cookie })
  expect((await tell('Asia/Tokyo')).status).toBe(200)
  expect((await me(cookie)).body).toMatchObject({ timeZone: 'Asia/Tokyo' })
  expect((await tell('Moon/Base')).status).toBe(422)
  expect((await me(cookie)).body).toMatchObject({ timeZone: 'Asia/Tokyo' })
})

test('8: without a login session nobody is there', async () => {
  expect(await me()).toMatchObject({
    status: 401,
    body: { message: 'Please sign in.', code: 'unauthenticated' },
  })
})

test('an address is the same in any case and with spaces around it', async () => {
  const { email } = await newUser()
  expect((await signIn(`  ${email.toUpperCase()} `)).status).toBe(200)
})

test('73: a wrong password and an unknown address are refused alike', async () => {
  const { email } = await newUser()
  const wrong = await signIn(email, 'not this one')
  const unknown = await signIn('nobody@example.com', 'not this one')
  expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid email or password.' } })
  expect(unknown.body).toEqual(wrong.body)
  expect(unknown.status).toBe(wrong.status)
})

test('S5: a taken address is refused without saying so, and its owner is told', async () => {
  const { email } = await newUser()
  const again = await ask('POST', '/api/auth/register', { body: { email, password } })
  expect(again).toMatchObject({ status: 409, cookie: undefined })
  expect(JSON.stringify(again.body)).not.toMatch(/exist|taken|already/i)
  expect(await mailTo(email)).toMatchObject({ kind: 'address-taken' })
})

test.each([
  ['seven letters', 'seven77', 'Password must be at least 8 characters long.'],
  ['far too many letters', 'x'.repeat(129), 'Password must be at most 128 characters long.'],
  ['nothing but spaces', ' '.repeat(12), 'Password must not be empty.'],
  ['a common password', 'Password123', 'This password is one of the first that others would try.'],
])('S3, 78: %s are refused as a password', async (_case, weak, message) => {
  const answer = await ask('POST', '/api/auth/register', {
    body: { email: 'weak@example.com', password: weak },
  })
  expect(answer).toMatchObject({ status: 422, body: { message, code: 'invalid' } })
})

test('S3: what is kept of a password is an argon2id hash', async () => {
  const { email } = await newUser()
  const [row] = await ctx.db
    .select({ hash: accounts.password })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(eq(users.email, email))
  expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('S3: a password hashed at an older cost is hashed anew at the next login', async () => {
  const { email } = await newUser()
  const hashOf = async () => {
    const [row] = await ctx.db
      .select({ id: accounts.id, hash: accounts.password })
      .from(accounts)
      .innerJoin(users, eq(users.id, accounts.userId))
      .where(eq(users.email, email))
    return row
  }
  const old =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  await ctx.db
    .update(accounts)
    .set({ password: old })
    .where(eq(accounts.id, (await hashOf())?.id ?? ''))
  expect((await signIn(email, 'password')).status).toBe(200)
  expect((await hashOf())?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await signIn(email, 'password')).status).toBe(200)
})

test('S5: two who register one address at once: one is let in, the other refused as ever', async () => {
  const body = { email: 'twins@example.com', password }
  const answers = await Promise.all(
    [1, 2, 3].map(() => ask('POST', '/api/auth/register', { body })),
  )
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409])
})

test('what has run out is forgotten, and what has not is kept', async () => {
  const { email, cookie } = await newUser()
  await mailTo(email)
  await forgetExpired(ctx)
  expect((await me(cookie)).status).toBe(200)
  const later = () => new Date(Date.now() + 31 * 24 * 60 * 60_000)
  await forgetExpired({ ...ctx, now: later })
  expect(await ctx.db.select().from(sessions)).toEqual([])
  expect(await ctx.db.select().from(linkTokens)).toEqual([])
})

test('S6: a copy of the database signs nobody in', async () => {
  const { cookie = '' } = await newUser()
  const [name, value = ''] = decodeURIComponent(cookie).split(/=(.*)/)
  const token = value.split('.')[0] ?? ''
  expect(token).toHaveLength(43)

  const rows = await ctx.db.select({ token: sessions.token }).from(sessions)
  expect(JSON.stringify(rows)).not.toContain(token)
  for (const row of rows) expect((await me(`${name}=${row.token}`)).status).toBe(401)
})

test('S6: the cookie is for the server alone, and no other site sends it along', async () => {
  const { headers } = await signIn((await newUser()).email)
  const [line] = headers['set-cookie'] as string[]
  expect(line?.split('; ').slice(1)).toEqual([
    'Max-Age=2592000',
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
  ])
})

test('S6: signing in again ends the login session held before', async () => {
  const { email, cookie } = await newUser()
  await ask('POST', '/api/auth/login', { body: { email, password }, cookie })
  expect((await me(cookie)).status).toBe(401)
})

test('87: after logging out the cookie is worth nothing', async () => {
  const { cookie } = await newUser()
  const answer = await ask('POST', '/api/auth/logout', { cookie })
  expect(answer).toMatchObject({ status: 200, headers: { 'clear-site-data': '"cache"' } })
  expect((await me(cookie)).status).toBe(401)
})

test('logging out twice, or without a login session, is no error', async () => {
  expect((await ask('POST', '/api/auth/logout')).status).toBe(200)
})

test('201: changing the password ends every other login session and goes on in this one', async () => {
  const { email, cookie } = await newUser()
  const elsewhere = (await signIn(email)).cookie
  const answer = await ask('PATCH', '/api/auth/password', {
    cookie,
    body: { currentPassword: password, newPassword: 'another fine secret' },
  })
  expect(answer.status).toBe(200)
  expect((await me(answer.cookie)).status).toBe(200)
  expect((await me(cookie)).status).toBe(401)
  expect((await me(elsewhere)).status).toBe(401)
  expect((await signIn(email)).status).toBe(401)
  expect((await signIn(email, 'another fine secret')).status).toBe(200)
  expect(await mailTo(email)).toMatchObject({ kind: 'password-changed' })
})

test('201: a wrong current password changes nothing', async () => {
  const { email, cookie } = await newUser()
  const answer = await ask('PATCH', '/api/auth/password', {
    cookie,
    body: { currentPassword: 'not this one', newPassword: 'another fine secret' },
  })
  expect(answer).toMatchObject({
    status: 422,
    body: { message: 'Your current password is not right.' },
  })
  expect((await signIn(email)).status).toBe(200)
})

test('205: deleting the account leaves nothing but a tombstone', async () => {
  const { email, cookie } = await newUser()
  const { id } = (await me(cookie)).body
  const answer = await ask('DELETE', '/api/auth/account', { cookie, body: { password } })
  expect(answer).toMatchObject({ status: 200, headers: { 'clear-site-data': '"cache"' } })
  expect((await me(cookie)).status).toBe(401)
  expect((await signIn(email)).status).toBe(401)
  expect(await ctx.db.select().from(users).where(eq(users.email, email))).toEqual([])
  for (const table of [accounts, sessions, linkTokens])
    expect(
      await ctx.db
        .select()
        .from(table)
        .where(eq(table.userId, id as UserId)),
    ).toEqual([])
  expect(await ctx.db.select({ id: deletedUsers.id }).from(deletedUsers)).toContainEqual({ id })
})

test('206: a wrong password deletes nothing', async () => {
  const { cookie } = await newUser()
  const body = { password: 'not this one' }
  expect(await ask('DELETE', '/api/auth/account', { cookie, body })).toMatchObject({
    status: 422,
    body: { message: 'That password is not right.' },
  })
  expect((await me(cookie)).status).toBe(200)
})

test('another user gets nothing: what one does to the account leaves the other alone', async () => {
  const mine = await newUser()
  const theirs = await newUser()
  const body = { currentPassword: password, newPassword: 'another fine secret' }
  const changed = await ask('PATCH', '/api/auth/password', { cookie: mine.cookie, body })
  await ask('DELETE', '/api/auth/account', {
    cookie: changed.cookie,
    body: { password: 'another fine secret' },
  })
  expect((await me(mine.cookie)).status).toBe(401)
  expect((await me(theirs.cookie)).body).toMatchObject({ email: theirs.email })
  expect((await signIn(theirs.email)).status).toBe(200)
})

test('A-38: the mailed link confirms the address, once', async () => {
  const { email, cookie } = await newUser()
  const { kind, token } = await mailTo(email)
  expect(kind).toBe('verify-email')
  expect((await ask('POST', '/api/auth/verify-email', { body: { token } })).status).toBe(200)
  expect((await me(cookie)).body).toMatchObject({ isVerified: true })
  expect(await ask('POST', '/api/auth/verify-email', { body: { token } })).toMatchObject({
    status: 422,
    body: { message: 'This link has expired or was used before. Ask for a new one.' },
  })
})

test('the newest confirmation link counts, and the confirmed are not mailed again', async () => {
  const { email, cookie } = await newUser()
  const first = await mailTo(email)
  await ask('POST', '/api/auth/resend-verification', { cookie })
  const second = await mailTo(email)
  expect((await ask('POST', '/api/auth/verify-email', { body: first })).status).toBe(422)
  expect(
    (await ask('POST', '/api/auth/verify-email', { body: { token: second.token } })).status,
  ).toBe(200)

  const sent = notify.sent.length
  await ask('POST', '/api/auth/resend-verification', { cookie })
  await world.settle()
  expect(notify.sent).toHaveLength(sent)
})

test('85: a forgotten password is replaced by a mailed link, which ends all login sessions', async () => {
  const { email, cookie } = await newUser()
  await ask('POST', '/api/auth/forgot-password', { body: { email } })
  const { kind, token } = await mailTo(email)
  expect(kind).toBe('reset-password')

  const body = { token, newPassword: 'a password to remember' }
  expect((await ask('POST', '/api/auth/reset-password', { body })).status).toBe(200)
  expect((await me(cookie)).status).toBe(401)
  expect((await signIn(email)).status).toBe(401)
  const fresh = await signIn(email, 'a password to remember')
  expect((await me(fresh.cookie)).body).toMatchObject({ isVerified: true })
  expect((await ask('POST', '/api/auth/reset-password', { body })).status).toBe(422)
})

test('85: whether a link still serves can be asked without using it up', async () => {
  const { email } = await newUser()
  const { token: forAddress } = await mailTo(email)
  await ask('POST', '/api/auth/forgot-password', { body: { email } })
  const { token } = await mailTo(email)
  const check = async (secret?: string | null) =>
    (await ask('GET', `/api/auth/reset-password?token=${encodeURIComponent(secret ?? '')}`)).status
  expect(await check(token)).toBe(200)
  expect(await check(token)).toBe(200)
  for (const secret of [forAddress, 'nothing', '', 'x'.repeat(300)])
    expect(await check(secret)).toBe(422)
  const body = { token, newPassword: 'a password to remember' }
  expect((await ask('POST', '/api/auth/reset-password', { body })).status).toBe(200)
  expect(await check(token)).toBe(422)

  await ask('POST', '/api/auth/forgot-password', { body: { email } })
  const { token: another } = await mailTo(email)
  world.advance(61 * 60_000)
  expect(await check(another)).toBe(422)
})

test('85: asking for a link says the same for an unknown address, and mails nobody', async () => {
  const { email } = await newUser()
  const known = await ask('POST', '/api/auth/forgot-password', { body: { email } })
  const unknown = await ask('POST', '/api/auth/forgot-password', {
    body: { email: 'stranger@example.com' },
  })
  expect(unknown.body).toEqual(known.body)
  expect(unknown.status).toBe(known.status)
  expect(await mailTo('stranger@example.com')).toEqual({ kind: undefined, token: undefined })
})

test('a link runs out after an hour, and one purpose does not serve another', async () => {
  const { email } = await newUser()
  const { token } = await mailTo(email)
  const body = { token, newPassword: 'a password to remember' }
  expect((await ask('POST', '/api/auth/reset-password', { body })).status).toBe(422)
  world.advance(61 * 60_000)
  expect((await ask('POST', '/api/auth/verify-email', { body: { token } })).status).toBe(422)
})

test('a mail for somebody who is gone by then is not sent, and not an error', async () => {
  const { email, cookie } = await newUser()
  await ask('DELETE', '/api/auth/account', { cookie, body: { password } })
  expect(await mailTo(email)).toEqual({ kind: undefined, token: undefined })
})

test('F83: a mail the relay cannot take now is tried again; one it refuses is not', async () => {
  const { email, cookie } = await newUser()
  world.expectError('job-failed')
  notify.failNextWith = { kind: 'refused' }
  expect((await mailTo(email)).kind).toBeUndefined()
  await ask('POST', '/api/auth/resend-verification', { cookie })
  notify.failNextWith = { kind: 'unavailable' }
  expect((await mailTo(email)).kind).toBeUndefined()
  const { rows } = await ctx.db.execute<{ state: string; output: unknown }>(
    `select state, output from pgboss.job where name = 'send-mail' order by created_on desc limit 2`,
  )
  expect(rows.map((row) => row.state)).toEqual(['retry', 'completed'])
  expect(JSON.stringify(rows)).not.toContain(email)
})

test('no log line carries an address, a token or a password', async () => {
  const { email } = await newUser()
  const { token } = await mailTo(email)
  await ask('GET', `/verify-email?token=${token}`)
  const log = world.logs.join('\n')
  expect(log).toContain('/api/auth/register')
  expect(log).not.toContain('@example.com')
  expect(log).not.toContain(token)
  expect(log).not.toContain(password)
})
