import { pendingSignIns, sessions, totpSecrets, users } from '@doorman/db/schema'
import { lockUser } from '@doorman/db/queries/lock-user'
import { pendingSignInMs } from '@doorman/domain/accounts/login-session'
import { secondMs } from '@doorman/domain/time'
import { FakePasskey } from '@doorman/runtime/testing/fake-passkey'
import { deleteExpired } from '@doorman/services/housekeeping/delete-expired'
import { changePassword } from '@doorman/services/users/change-password'
import { endSignIns } from '@doorman/services/users/end-sign-ins'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openFakeApp, type TestResponse } from '../testing/fake-app.ts'
import { password, simulateSecondFactors, type TestUser } from '../testing/fake-second-factor.ts'

const world = await openFakeApp()
const { request, ctx, notify, advance, runJobsUntilIdle } = world
const people = simulateSecondFactors(world)
const { newUser, addTotp, addPasskey, logIn, giveCode, askForPasskey, givePasskey } = people

const me = (cookie: string | undefined) => request('GET', '/api/auth/me', { cookie })
const wrongCode = {
  status: 422,
  body: { code: 'invalid', message: 'That code is incorrect or was already used.' },
}
const signInAgain = {
  status: 401,
  body: { code: 'unauthenticated', message: 'Please sign in again.' },
}
const count = (responses: readonly TestResponse[], wanted: number) =>
  responses.filter(({ status }) => status === wanted).length

async function newTotpUser() {
  const user = await newUser()
  return { user, ...(await addTotp(user)) }
}

describe('after the password', () => {
  test('a user without a second factor is signed in', async () => {
    const { body, cookie, device } = await logIn(await newUser())
    expect(body).toEqual({})
    expect(device).toBeDefined()
    expect((await me(cookie)).status).toBe(200)
  })

  test('a user with one is asked for it, and has no session and no known device yet', async () => {
    const { user } = await newTotpUser()
    const { status, body, cookie, device, pending } = await logIn(user)
    expect({ status, body }).toEqual({
      status: 200,
      body: { secondFactor: ['totp', 'recovery-code'] },
    })
    expect([cookie, device]).toEqual([undefined, undefined])
    expect((await me(pending)).status).toBe(401)
    const step = await request('GET', '/api/auth/second-factor', { cookie: pending })
    expect(step.body).toEqual(body)
  })

  test('a sign-in that starts while the factor is turned on is asked for it, too', async () => {
    const user = await newUser()
    const { login } = await ctx.db.transaction(async (tx) => {
      const { id } = await loadUser(user)
      await lockUser(tx, id)
      const started = logIn(user)
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1)
      const confirmedAt = new Date()
      await tx.insert(totpSecrets).values({ userId: id, secret: '', keyVersion: 1, confirmedAt })
      return { login: started }
    })
    expect((await login).body).toEqual({ secondFactor: ['totp'] })
  })
})

describe('a code of an app', () => {
  test('signs in, and the session knows what was given', async () => {
    const { user, code } = await newTotpUser()
    const { pending } = await logIn(user)
    const { status, cookie, device, headers } = await giveCode(pending, code())
    expect(status).toBe(200)
    expect(device).toBeDefined()
    expect(String(headers['set-cookie'])).toContain('doorman.pending=; Max-Age=0')
    expect((await me(cookie)).body).toMatchObject({ email: user.email })
    const { id } = await loadUser(user)
    const stored = await ctx.db.select().from(sessions).where(eq(sessions.userId, id))
    expect(stored).toHaveLength(2)
    for (const session of stored) expect(session.secondFactorAt).not.toBeNull()
    expect(await ctx.db.$count(pendingSignIns, eq(pendingSignIns.userId, id))).toBe(0)
  })

  test('works once', async () => {
    const { user, code } = await newTotpUser()
    const used = code()
    expect((await giveCode((await logIn(user)).pending, used)).status).toBe(200)
    expect(await giveCode((await logIn(user)).pending, used)).toMatchObject(wrongCode)
  })

  test('works once for two requests at the same time', async () => {
    const { user, code } = await newTotpUser()
    const pending = [(await logIn(user)).pending, (await logIn(user)).pending]
    const used = code()
    const responses = await Promise.all(pending.map((cookie) => giveCode(cookie, used)))
    expect([count(responses, 200), count(responses, 422)]).toEqual([1, 1])
  })

  test('that confirmed the app does not sign in', async () => {
    const { user, code } = await newTotpUser()
    // Undoes the 30 seconds by which `code` advances the clock: the app shows the same code again.
    advance(-30 * secondMs)
    expect(await giveCode((await logIn(user)).pending, code())).toMatchObject(wrongCode)
  })

  test('of another user is wrong', async () => {
    const { user } = await newTotpUser()
    const { code } = await newTotpUser()
    expect(await giveCode((await logIn(user)).pending, code())).toMatchObject(wrongCode)
  })

  test.each(['000000', '12345', 'letters', 'ABCD-EFGH-JKMN-PQRS'])(
    'that is wrong or malformed is refused with one message: %s',
    async (typed) => {
      const { user } = await newTotpUser()
      expect(await giveCode((await logIn(user)).pending, typed)).toMatchObject(wrongCode)
    },
  )

  test('cannot be checked with a damaged secret, and a recovery code still works', async () => {
    const { user, code, recoveryCodes } = await newTotpUser()
    const { id } = await loadUser(user)
    await ctx.db.update(totpSecrets).set({ secret: 'x' }).where(eq(totpSecrets.userId, id))
    world.expectError('non-fatal-error')
    const { pending } = await logIn(user)
    expect(await giveCode(pending, code())).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('Use a passkey or a recovery code instead.') },
    })
    expect((await giveCode(pending, String(recoveryCodes[0]))).status).toBe(200)
  })
})

describe('a recovery code', () => {
  test('works once, however it is typed', async () => {
    const { user, recoveryCodes } = await newTotpUser()
    const typed = ` ${recoveryCodes[3]?.toLowerCase().replaceAll('-', ' ')} `
    expect((await giveCode((await logIn(user)).pending, typed)).status).toBe(200)
    expect(await giveCode((await logIn(user)).pending, typed)).toMatchObject(wrongCode)
    expect((await people.loadState(user)).body).toMatchObject({ recoveryCodesLeft: 9 })
  })

  test('works once for two requests at the same time', async () => {
    const { user, recoveryCodes } = await newTotpUser()
    const pending = [(await logIn(user)).pending, (await logIn(user)).pending]
    const used = String(recoveryCodes[0])
    const responses = await Promise.all(pending.map((cookie) => giveCode(cookie, used)))
    expect([count(responses, 200), count(responses, 422)]).toEqual([1, 1])
  })

  test('of another user is wrong', async () => {
    const { user } = await newTotpUser()
    const { recoveryCodes } = await newTotpUser()
    const other = String(recoveryCodes[0])
    expect(await giveCode((await logIn(user)).pending, other)).toMatchObject(wrongCode)
  })
})

describe('a passkey', () => {
  async function newPasskeyUser() {
    const user = await newUser()
    return { user, ...(await addPasskey(user)) }
  }

  test('signs in', async () => {
    const { user, passkey } = await newPasskeyUser()
    const { pending, body } = await logIn(user)
    expect(body).toEqual({ secondFactor: ['passkey', 'recovery-code'] })
    const signed = passkey.sign(await askForPasskey(pending), { counter: 3 })
    const { cookie, device } = await givePasskey(pending, signed)
    expect(device).toBeDefined()
    expect((await me(cookie)).body).toMatchObject({ email: user.email })
    expect((await people.loadState(user)).body).toMatchObject({
      passkeys: [{ name: 'Laptop', lastUsedAt: expect.any(String) }],
    })
  })

  test('cannot answer the same question twice, nor one of another sign-in', async () => {
    const { user, passkey } = await newPasskeyUser()
    const { pending } = await logIn(user)
    const other = (await logIn(user)).pending
    const signed = passkey.sign(await askForPasskey(pending))
    await askForPasskey(other)
    expect((await givePasskey(other, signed)).status).toBe(422)
    const responses = await Promise.all([1, 2].map(() => givePasskey(pending, signed)))
    expect(count(responses, 200)).toBe(1)
  })

  test('cannot answer the same challenge again after a wrong signature', async () => {
    const { user, passkey } = await newPasskeyUser()
    const { pending } = await logIn(user)
    const question = await askForPasskey(pending)
    const wrong = passkey.sign(question, { origin: 'https://evil.example' })
    expect(await givePasskey(pending, wrong)).toMatchObject({
      status: 422,
      body: { message: 'That passkey didn’t work. Please try again.' },
    })
    expect((await givePasskey(pending, passkey.sign(question))).status).toBe(422)
  })

  test('of another user, or an unknown one, does not sign in', async () => {
    const { user } = await newPasskeyUser()
    const other = await newPasskeyUser()
    for (const passkey of [other.passkey, new FakePasskey()]) {
      const { pending } = await logIn(user)
      const signed = passkey.sign(await askForPasskey(pending))
      expect((await givePasskey(pending, signed)).status).toBe(422)
    }
  })

  test('is refused when its counter went back: it was copied', async () => {
    const { user, passkey } = await newPasskeyUser()
    for (const [counter, status] of [
      [5, 200],
      [5, 422],
      [6, 200],
    ] as const) {
      const { pending } = await logIn(user)
      const signed = passkey.sign(await askForPasskey(pending), { counter })
      expect((await givePasskey(pending, signed)).status).toBe(status)
    }
  })
})

describe('a pending sign-in', () => {
  test('ends after ten minutes, or without its cookie', async () => {
    const { user, code } = await newTotpUser()
    const { pending } = await logIn(user)
    advance(pendingSignInMs)
    for (const cookie of [pending, undefined, user.cookie, 'doorman.pending=guess'])
      expect(await giveCode(cookie, code())).toMatchObject(signInAgain)
    const path = '/api/auth/second-factor'
    expect(await request('GET', path, { cookie: pending })).toMatchObject(signInAgain)
    const options = `${path}/passkey-options`
    expect(await request('POST', options, { cookie: pending })).toMatchObject(signInAgain)
  })

  test('is deleted once it has ended', async () => {
    const { user } = await newTotpUser()
    const { id } = await loadUser(user)
    await logIn(user)
    await ctx.db.update(pendingSignIns).set({ expiresAt: sql`now() - interval '1 second'` })
    await deleteExpired(ctx)
    expect(await ctx.db.$count(pendingSignIns, eq(pendingSignIns.userId, id))).toBe(0)
  })

  test('works once', async () => {
    const { user, code } = await newTotpUser()
    const { pending } = await logIn(user)
    expect((await giveCode(pending, code())).status).toBe(200)
    expect(await giveCode(pending, code())).toMatchObject(signInAgain)
  })

  test('ends with a new password, which does not replace the second factor', async () => {
    const { user, code } = await newTotpUser()
    const { pending } = await logIn(user)
    await request('POST', '/api/auth/forgot-password', { body: { email: user.email } })
    await runJobsUntilIdle()
    const sent = notify.sent.findLast(({ to }) => to === user.email)?.email
    const token = new URL(sent?.url ?? '').searchParams.get('token')
    const newPassword = 'another horse battery'
    const reset = await request('POST', '/api/auth/reset-password', {
      body: { token, newPassword },
    })
    expect([reset.status, reset.cookie]).toEqual([200, undefined])
    expect(await giveCode(pending, code())).toMatchObject(signInAgain)
    const again = await logIn(user, newPassword)
    expect(again.body).toEqual({ secondFactor: ['totp', 'recovery-code'] })
    expect((await giveCode(again.pending, code())).status).toBe(200)
  })

  test('is not finished by a code that is checked while a new password ends it', async () => {
    const { user, code } = await newTotpUser()
    const { pending } = await logIn(user)
    const { given } = await ctx.db.transaction(async (tx) => {
      const { id } = await loadUser(user)
      await lockUser(tx, id)
      const started = giveCode(pending, code())
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1)
      await endSignIns(ctx, tx, id, { reason: 'password-changed', ip: null })
      return { given: started }
    })
    expect(await given).toMatchObject(signInAgain)
  })

  test('takes five wrong codes, and a user ten in all', async () => {
    const { user, code } = await newTotpUser()
    const statuses: number[] = []
    const tryFive = async () => {
      const { pending } = await logIn(user)
      for (let n = 0; n < 5; n += 1) statuses.push((await giveCode(pending, '000000')).status)
      return pending
    }
    const first = await tryFive()
    expect((await giveCode(first, code())).status).toBe(429)
    await tryFive()
    expect(statuses).toEqual(Array(10).fill(422))
    const { pending } = await logIn(user)
    expect(await giveCode(pending, code())).toMatchObject({
      status: 429,
      body: { code: 'too-many', message: 'Too many attempts. Please try again in 15 minutes.' },
    })
  })

  test('that succeeds resets the user’s count of wrong codes', async () => {
    const { user, code } = await newTotpUser()
    for (let round = 0; round < 4; round += 1) {
      const { pending } = await logIn(user)
      for (let n = 0; n < 4; n += 1) await giveCode(pending, '000000')
      expect((await giveCode(pending, code())).status).toBe(200)
    }
  })
})

test('a changed password keeps the second factor, which counts as given in the new session', async () => {
  const { user, code } = await newTotpUser()
  const { cookie } = await giveCode((await logIn(user)).pending, code())
  const body = { currentPassword: password, newPassword: 'another horse battery' }
  expect((await request('PATCH', '/api/auth/password', { body, cookie })).status).toBe(200)
  const { id } = await loadUser(user)
  const stored = await ctx.db.select().from(sessions).where(eq(sessions.userId, id))
  expect(stored.map(({ secondFactorAt }) => secondFactorAt !== null)).toEqual([true])
  expect((await logIn(user, body.newPassword)).body).toHaveProperty('secondFactor')
})

test('a factor that is turned on while the password changes counts as given in the new session', async () => {
  const user = await newUser()
  const actor = await ctx.login.findActor(user.cookie)
  if (!actor) throw new Error('Not signed in')
  const { hash } = ctx.passwords
  const passwords = {
    ...ctx.passwords,
    async hash(secret: string) {
      await addTotp(user)
      return hash(secret)
    },
  }
  const visitor = { network: '192.0.2.1', cookie: user.cookie }
  const input = { currentPassword: password, newPassword: 'another horse battery' }
  await changePassword({ ...ctx, passwords }, actor, visitor, input)
  const stored = await ctx.db.select().from(sessions).where(eq(sessions.userId, actor.userId))
  expect(stored.map(({ secondFactorAt }) => secondFactorAt !== null)).toEqual([true])
})

test('no code, secret or signature is logged', async () => {
  const { user, code, recoveryCodes } = await newTotpUser()
  const typed = [code(), String(recoveryCodes[0])]
  for (const one of typed) await giveCode((await logIn(user)).pending, one)
  expect(world.logs.length).toBeGreaterThan(0)
  for (const line of world.logs) for (const one of typed) expect(line).not.toContain(one)
})

async function loadUser({ email }: TestUser) {
  const [user] = await ctx.db.select().from(users).where(eq(users.email, email))
  if (!user) throw new Error(`Unknown user: ${email}`)
  return user
}

/** Statements that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(
    sql`select count(*)::int from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}
