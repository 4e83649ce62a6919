import { accounts, deletedUsers, linkTokens, sessions, users } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { minuteMs } from '@doorman/domain/time'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { deleteExpired } from '@doorman/services/housekeeping/delete-expired'
import { sendEmailJob } from '@doorman/services/ports/jobs'
import { changePassword } from '@doorman/services/users/change-password'
import { signIn as signInUser } from '@doorman/services/users/sign-in'
import { openFakeApp } from '../testing/fake-app.ts'

const world = await openFakeApp()
const { request, ctx, notify } = world
const password = 'correct horse battery'

let made = 0
/** Each test has its own user, from its own network address. */
async function newUser() {
  made += 1
  const email = `person${made}@example.com`
  const ip = `198.51.100.${made}`
  const { cookie, status } = await request('POST', '/api/auth/register', {
    body: { email, password },
    ip,
  })
  expect(status).toBe(200)
  return { email, ip, cookie }
}

const me = (cookie?: string) => request('GET', '/api/auth/me', { cookie })
const signIn = (email: string, secret = password, ip = '198.51.100.250') =>
  request('POST', '/api/auth/login', { body: { email, password: secret }, ip })

/** The newest email to an address, and the token in its link. */
async function loadEmailTo(email: string) {
  await world.runJobsUntilIdle()
  const newest = notify.sent.findLast(({ to }) => to === email)?.email
  return { kind: newest?.kind, token: newest && new URL(newest.url).searchParams.get('token') }
}

test('registering signs in at once, with the default settings', async () => {
  const { email, cookie } = await newUser()
  expect((await me(cookie)).body).toEqual({
    id: expect.any(String),
    email,
    isAdmin: false,
    needsSecondFactor: false,
    isVerified: false,
    trialEndDate: null,
    trialDaysLeft: null,
    subscriptionStatus: 'none',
    filterRecruiters: true,
    filterInvestors: true,
    autoReplyEnabled: false,
    timeZone: 'UTC',
    shownUser: expect.any(String),
  })
})

test('a user’s days follow the time zone of their browser', async () => {
  const { cookie } = await newUser()
  const setTimeZone = (timeZone: string) =>
    request('PATCH', '/api/settings/time-zone', { body: { timeZone }, cookie })
  expect((await setTimeZone('Asia/Tokyo')).status).toBe(200)
  expect((await me(cookie)).body).toMatchObject({ timeZone: 'Asia/Tokyo' })
  expect((await setTimeZone('Moon/Base')).status).toBe(422)
  expect((await me(cookie)).body).toMatchObject({ timeZone: 'Asia/Tokyo' })
})

test('without a login session there is no current user', async () => {
  expect(await me()).toMatchObject({
    status: 401,
    body: { message: 'Please sign in.', code: 'unauthenticated' },
  })
})

test('addresses are compared without case and surrounding spaces', async () => {
  const { email } = await newUser()
  expect((await signIn(`  ${email.toUpperCase()} `)).status).toBe(200)
})

test('a wrong password and an unknown address get the same refusal', async () => {
  const { email } = await newUser()
  const wrong = await signIn(email, 'not this one')
  const unknown = await signIn('nobody@example.com', 'not this one')
  expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid email or password.' } })
  expect(unknown.body).toEqual(wrong.body)
  expect(unknown.status).toBe(wrong.status)
})

test('registering a known address is refused without saying why, and its owner gets an email', async () => {
  const { email } = await newUser()
  const again = await request('POST', '/api/auth/register', { body: { email, password } })
  expect(again).toMatchObject({ status: 409, cookie: undefined })
  expect(JSON.stringify(again.body)).not.toMatch(/exist|taken|already/i)
  expect(await loadEmailTo(email)).toMatchObject({ kind: 'address-taken' })
})

test.each([
  ['seven characters', 'seven77', 'Password must be at least 8 characters long.'],
  ['129 characters', 'x'.repeat(129), 'Password must be at most 128 characters long.'],
  ['only spaces', ' '.repeat(12), 'Password must not be empty.'],
  ['a common password', 'Password123', 'This password is too common. Please choose another one.'],
])('a password is refused: %s', async (_case, weak, message) => {
  const answer = await request('POST', '/api/auth/register', {
    body: { email: 'weak@example.com', password: weak },
  })
  expect(answer).toMatchObject({
    status: 422,
    body: { message, code: 'invalid', field: 'password' },
  })
})

test('passwords are stored as argon2id hashes', async () => {
  const { email } = await newUser()
  const [row] = await ctx.db
    .select({ hash: accounts.password })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(eq(users.email, email))
  expect(row?.hash).toMatch(/^\$argon2id\$v=19\$/)
})

test('a password with an older hash cost is rehashed at the next login', async () => {
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
  expect(ctx.passwords.isCurrent((await hashOf())?.hash ?? '')).toBe(true)
  expect((await signIn(email, 'password')).status).toBe(200)
})

test('of two simultaneous registrations of one address, one succeeds', async () => {
  const body = { email: 'twins@example.com', password }
  const answers = await Promise.all(
    [1, 2, 3].map(() => request('POST', '/api/auth/register', { body })),
  )
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409])
})

test('expired rows are deleted, others are kept', async () => {
  const { email, cookie } = await newUser()
  await loadEmailTo(email)
  await deleteExpired(ctx)
  expect((await me(cookie)).status).toBe(200)
  await ctx.db.update(sessions).set({ expiresAt: new Date(Date.now() - minuteMs) })
  const later = () => new Date(Date.now() + 31 * 24 * 60 * 60_000)
  await deleteExpired({ ...ctx, now: later })
  expect(await ctx.db.select().from(sessions)).toEqual([])
  expect(await ctx.db.select().from(linkTokens)).toEqual([])
})

test('a copy of the database is not enough to sign in', async () => {
  const { cookie = '' } = await newUser()
  const [name, value = ''] = decodeURIComponent(cookie).split(/=(.*)/)
  const token = value.split('.')[0] ?? ''
  expect(token).toHaveLength(43)

  const rows = await ctx.db.select({ token: sessions.token }).from(sessions)
  expect(JSON.stringify(rows)).not.toContain(token)
  for (const row of rows) expect((await me(`${name}=${row.token}`)).status).toBe(401)
})

test('the cookie is HttpOnly and SameSite', async () => {
  const { headers } = await signIn((await newUser()).email)
  const [line] = headers['set-cookie'] as string[]
  expect(line?.split('; ').slice(1)).toEqual([
    'Max-Age=2592000',
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
  ])
})

test('signing in again ends the browser’s previous login session', async () => {
  const { email, cookie } = await newUser()
  await request('POST', '/api/auth/login', { body: { email, password }, cookie })
  expect((await me(cookie)).status).toBe(401)
})

test('the cookie is invalid after logging out', async () => {
  const { cookie } = await newUser()
  const answer = await request('POST', '/api/auth/logout', { cookie })
  expect(answer).toMatchObject({ status: 200, headers: { 'clear-site-data': '"cache"' } })
  expect((await me(cookie)).status).toBe(401)
})

test('logging out twice, or without a login session, is not an error', async () => {
  expect((await request('POST', '/api/auth/logout')).status).toBe(200)
})

test('a login session ends with its row, however recently it was used', async () => {
  const { email, cookie } = await newUser()
  const [user] = await ctx.db.select().from(users).where(eq(users.email, email))
  if (!user) throw new Error('The user exists')
  expect((await me(cookie)).status).toBe(200)
  const expiresAt = new Date(ctx.now().getTime() - minuteMs)
  await ctx.db.update(sessions).set({ expiresAt }).where(eq(sessions.userId, user.id))
  expect((await me(cookie)).status).toBe(401)
})

test('a common password is refused at a change and at a reset, and the old one stays', async () => {
  const { email, ip, cookie } = await newUser()
  const newPassword = 'password1'
  const changed = await request('PATCH', '/api/auth/password', {
    body: { currentPassword: password, newPassword },
    cookie,
  })
  await request('POST', '/api/auth/forgot-password', { body: { email }, ip })
  const { token } = await loadEmailTo(email)
  const resetTo = (chosen: string) =>
    request('POST', '/api/auth/reset-password', { body: { token, newPassword: chosen }, ip })
  const reset = await resetTo(newPassword)
  const refused = { status: 422, body: { field: 'newPassword' } }
  expect([changed, reset]).toMatchObject([refused, refused])
  expect((await signIn(email)).status).toBe(200)
  // The link is not used up.
  expect((await resetTo('a better passphrase')).status).toBe(200)
})

test('changing the password ends every other login session and keeps this one', async () => {
  const { email, cookie } = await newUser()
  const elsewhere = (await signIn(email)).cookie
  const answer = await request('PATCH', '/api/auth/password', {
    cookie,
    body: { currentPassword: password, newPassword: 'another fine secret' },
  })
  expect(answer.status).toBe(200)
  expect((await me(answer.cookie)).status).toBe(200)
  expect((await me(cookie)).status).toBe(401)
  expect((await me(elsewhere)).status).toBe(401)
  expect((await signIn(email)).status).toBe(401)
  expect((await signIn(email, 'another fine secret')).status).toBe(200)
  expect(await loadEmailTo(email)).toMatchObject({ kind: 'password-changed' })
})

test('a wrong current password changes nothing', async () => {
  const { email, cookie } = await newUser()
  const answer = await request('PATCH', '/api/auth/password', {
    cookie,
    body: { currentPassword: 'not this one', newPassword: 'another fine secret' },
  })
  expect(answer).toMatchObject({
    status: 422,
    body: { message: 'Your current password is incorrect.', field: 'currentPassword' },
  })
  expect((await signIn(email)).status).toBe(200)
})

test('deleting the account leaves only a tombstone', async () => {
  const { email, cookie } = await newUser()
  const { id } = (await me(cookie)).body
  const answer = await request('DELETE', '/api/auth/account', { cookie, body: { password } })
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

test('a wrong password deletes nothing', async () => {
  const { cookie } = await newUser()
  const body = { password: 'not this one' }
  expect(await request('DELETE', '/api/auth/account', { cookie, body })).toMatchObject({
    status: 422,
    body: { message: 'That password is incorrect.' },
  })
  expect((await me(cookie)).status).toBe(200)
})

test('account changes of one user do not affect another', async () => {
  const mine = await newUser()
  const theirs = await newUser()
  const body = { currentPassword: password, newPassword: 'another fine secret' }
  const changed = await request('PATCH', '/api/auth/password', { cookie: mine.cookie, body })
  await request('DELETE', '/api/auth/account', {
    cookie: changed.cookie,
    body: { password: 'another fine secret' },
  })
  expect((await me(mine.cookie)).status).toBe(401)
  expect((await me(theirs.cookie)).body).toMatchObject({ email: theirs.email })
  expect((await signIn(theirs.email)).status).toBe(200)
})

test('the emailed link confirms the address, and a second use says so again', async () => {
  const { email, cookie } = await newUser()
  const { kind, token } = await loadEmailTo(email)
  expect(kind).toBe('verify-email')
  expect((await request('POST', '/api/auth/verify-email', { body: { token } })).status).toBe(200)
  expect((await me(cookie)).body).toMatchObject({ isVerified: true })
  expect((await request('POST', '/api/auth/verify-email', { body: { token } })).status).toBe(200)
  expect((await loadEmailTo(email)).kind).toBe('welcome')
  const sent = notify.sent.length
  await request('POST', '/api/auth/verify-email', { body: { token } })
  await world.runJobsUntilIdle()
  expect(notify.sent).toHaveLength(sent)
})

test('only the newest confirmation link works, and confirmed users get no more links', async () => {
  const { email, cookie } = await newUser()
  const first = await loadEmailTo(email)
  await request('POST', '/api/auth/resend-verification', { cookie })
  const second = await loadEmailTo(email)
  expect((await request('POST', '/api/auth/verify-email', { body: first })).status).toBe(422)
  expect(
    (await request('POST', '/api/auth/verify-email', { body: { token: second.token } })).status,
  ).toBe(200)

  expect((await loadEmailTo(email)).kind).toBe('welcome')
  const sent = notify.sent.length
  await request('POST', '/api/auth/resend-verification', { cookie })
  await world.runJobsUntilIdle()
  expect(notify.sent).toHaveLength(sent)
})

test('a reset link sets a new password and ends all login sessions', async () => {
  const { email, cookie } = await newUser()
  await request('POST', '/api/auth/forgot-password', { body: { email } })
  const { kind, token } = await loadEmailTo(email)
  expect(kind).toBe('reset-password')

  const body = { token, newPassword: 'a password to remember' }
  expect((await request('POST', '/api/auth/reset-password', { body })).status).toBe(200)
  expect((await me(cookie)).status).toBe(401)
  expect((await signIn(email)).status).toBe(401)
  const fresh = await signIn(email, 'a password to remember')
  expect((await me(fresh.cookie)).body).toMatchObject({ isVerified: true })
  expect((await request('POST', '/api/auth/reset-password', { body })).status).toBe(422)
})

/** The user’s reset, up to the new password. */
async function resetPassword(email: string, newPassword: string) {
  await request('POST', '/api/auth/forgot-password', { body: { email } })
  const { token } = await loadEmailTo(email)
  const { status } = await request('POST', '/api/auth/reset-password', {
    body: { token, newPassword },
  })
  expect(status).toBe(200)
}

/** A context in which `meanwhile` happens right after a password was checked. */
function afterCheck(meanwhile: () => Promise<unknown>) {
  const { verify } = ctx.passwords
  return {
    ...ctx,
    passwords: {
      ...ctx.passwords,
      async verify(...given: Parameters<typeof verify>) {
        const isRight = await verify(...given)
        await meanwhile()
        return isRight
      },
    },
  }
}

describe('while a reset sets a new password', () => {
  const newPassword = 'a password to remember'
  const visitor = { network: '192.0.2.1', cookie: undefined }

  test('a sign-in with the old one starts no session', async () => {
    const { email } = await newUser()
    const during = afterCheck(() => resetPassword(email, newPassword))
    await expect(signInUser(during, visitor, { email, password })).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    expect(await countSessions(email)).toBe(0)
    expect((await signIn(email, newPassword)).status).toBe(200)
  })

  test('a change of the old one changes nothing', async () => {
    const { email, cookie } = await newUser()
    const actor = await ctx.login.findActor(cookie)
    if (!actor) throw new Error('Not signed in')
    const during = afterCheck(() => resetPassword(email, newPassword))
    const input = { currentPassword: password, newPassword: 'the password of a stranger' }
    await expect(
      changePassword(during, actor, { ...visitor, cookie }, input),
    ).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await countSessions(email)).toBe(0)
    expect((await signIn(email, newPassword)).status).toBe(200)
  })

  async function countSessions(email: string): Promise<number> {
    const [user] = await ctx.db.select().from(users).where(eq(users.email, email))
    return ctx.db.$count(sessions, eq(sessions.userId, user?.id ?? sql`null`))
  }
})

test.each([
  ['forgot-password', 'reset-password', { newPassword: 'a password to remember' }],
  ['resend-verification', 'verify-email', {}],
])('a link of %s and the deletion of its user do not deadlock', async (order, use, rest) => {
  const { email, cookie } = await newUser()
  await request('POST', `/api/auth/${order}`, { body: { email }, cookie })
  const { token } = await loadEmailTo(email)
  const { used } = await ctx.db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.email, email)).for('update')
    const started = request('POST', `/api/auth/${use}`, { body: { token, ...rest } })
    await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1)
    await tx.delete(users).where(eq(users.email, email))
    return { used: started }
  })
  expect((await used).status).toBe(422)
})

async function countWaiting(): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(
    sql`select count(*)::int from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

test('a password is not changed without ordering the email that says so', async () => {
  const { email, cookie } = await newUser()
  const actor = await ctx.login.findActor(cookie)
  if (!actor) throw new Error('Not signed in')
  const killed = {
    ...ctx,
    jobs: { ...ctx.jobs, enqueueAll: () => Promise.reject(new Error('killed')) },
  }
  const input = { currentPassword: password, newPassword: 'a password to remember' }
  await expect(
    changePassword(killed, actor, { cookie, network: '192.0.2.1' }, input),
  ).rejects.toThrow('killed')
  expect((await me(cookie)).status).toBe(200)
  expect((await signIn(email)).status).toBe(200)
})

test('a copy of the database is not enough to reset a password', async () => {
  const { email } = await newUser()
  await request('POST', '/api/auth/forgot-password', { body: { email } })
  const token = (await loadEmailTo(email)).token ?? ''
  expect(token).toHaveLength(43)

  const rows = await ctx.db.select().from(linkTokens)
  expect(rows.some(({ purpose }) => purpose === 'reset-password')).toBe(true)
  const { rows: jobs } = await ctx.db.execute(`select * from pgboss.job`)
  expect(JSON.stringify({ rows, jobs })).not.toContain(token)
  for (const { tokenHash } of rows.slice(-3)) {
    const body = { token: tokenHash, newPassword: 'a password to remember' }
    expect((await request('POST', '/api/auth/reset-password', { body })).status).toBe(422)
  }
})

test('checking a reset link does not use it up', async () => {
  const { email } = await newUser()
  const { token: forAddress } = await loadEmailTo(email)
  await request('POST', '/api/auth/forgot-password', { body: { email } })
  const { token } = await loadEmailTo(email)
  const check = async (secret?: string | null) =>
    (await request('POST', '/api/auth/check-reset-link', { body: { token: secret } })).status
  expect(await check(token)).toBe(200)
  expect(await check(token)).toBe(200)
  for (const secret of [forAddress, 'nothing', '', 'x'.repeat(300)])
    expect(await check(secret)).toBe(422)
  const body = { token, newPassword: 'a password to remember' }
  expect((await request('POST', '/api/auth/reset-password', { body })).status).toBe(200)
  expect(await check(token)).toBe(422)

  await request('POST', '/api/auth/forgot-password', { body: { email } })
  const { token: another } = await loadEmailTo(email)
  world.advance(61 * 60_000)
  expect(await check(another)).toBe(422)
})

test('requesting a reset for an unknown address gets the same response and sends nothing', async () => {
  const { email } = await newUser()
  await world.runJobsUntilIdle()
  const known = await request('POST', '/api/auth/forgot-password', { body: { email } })
  const unknown = await request('POST', '/api/auth/forgot-password', {
    body: { email: 'stranger@example.com' },
  })
  expect(unknown.body).toEqual(known.body)
  expect(unknown.status).toBe(known.status)
  // A known and an unknown address cost the same: one job each.
  const { rows } = await ctx.db.execute(
    `select from pgboss.job where name = '${sendEmailJob.name}' and state = 'created'`,
  )
  expect(rows).toHaveLength(2)
  expect(await loadEmailTo('stranger@example.com')).toEqual({ kind: undefined, token: undefined })
})

test('a link expires after an hour and works for one purpose only', async () => {
  const { email } = await newUser()
  const { token } = await loadEmailTo(email)
  const body = { token, newPassword: 'a password to remember' }
  expect((await request('POST', '/api/auth/reset-password', { body })).status).toBe(422)
  world.advance(61 * 60_000)
  expect((await request('POST', '/api/auth/verify-email', { body: { token } })).status).toBe(422)
})

test('an email to a user deleted in the meantime is dropped without an error', async () => {
  const { email, cookie } = await newUser()
  await request('DELETE', '/api/auth/account', { cookie, body: { password } })
  // Only the farewell arrives. The link to confirm the address was ordered before and is dropped.
  await loadEmailTo(email)
  expect(notify.sent.filter(({ to }) => to === email)).toMatchObject([
    { email: { kind: 'farewell' } },
  ])
})

test('a reset link that was sent before the password was changed no longer works', async () => {
  const { email, cookie } = await newUser()
  await request('POST', '/api/auth/forgot-password', { body: { email } })
  const { kind, token } = await loadEmailTo(email)
  expect(kind).toBe('reset-password')
  const change = { currentPassword: password, newPassword: 'a password of my own' }
  const changed = await request('PATCH', '/api/auth/password', { cookie, body: change })
  expect(changed.status).toBe(200)
  const body = { token, newPassword: 'a password to remember' }
  expect((await request('POST', '/api/auth/reset-password', { body })).status).toBe(422)
})

test('an email is retried if the relay is unavailable, not if it is refused', async () => {
  const { email, cookie } = await newUser()
  world.expectError('job-failed')
  notify.failAllWith = { kind: 'refused' }
  expect((await loadEmailTo(email)).kind).toBeUndefined()
  await request('POST', '/api/auth/resend-verification', { cookie })
  notify.failAllWith = { kind: 'unavailable' }
  expect((await loadEmailTo(email)).kind).toBeUndefined()
  notify.failAllWith = null
  // Only emails of this kind: the notice to the operator has a job, too.
  const { rows } = await ctx.db.execute<{ state: string; output: unknown }>(sql`
    select job.state, job.output from pgboss.job
    join emails on emails.id::text = job.data->>'emailId'
    join users on users.id = emails.user_id
    where job.name = ${sendEmailJob.name} and kind = 'verify-email' and users.email = ${email}
    order by job.created_on desc`)
  expect(rows.map((row) => row.state)).toEqual(['retry', 'failed'])
  expect(JSON.stringify(rows)).not.toContain(email)
})

test('no log line contains an address, a token or a password', async () => {
  const { email } = await newUser()
  const { token } = await loadEmailTo(email)
  await request('GET', `/verify-email?token=${token}`)
  const log = world.logs.join('\n')
  expect(log).toContain('/api/auth/register')
  expect(log).not.toContain('@example.com')
  expect(log).not.toContain(token)
  expect(log).not.toContain(password)
})
