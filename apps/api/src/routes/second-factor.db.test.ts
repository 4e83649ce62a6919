import { lockUser } from '@doorman/db/queries/lock-user'
import { auditLog, passkeys, recoveryCodes, sessions, totpSecrets, users } from '@doorman/db/schema'
import { freshPasswordMs } from '@doorman/domain/accounts/login-session'
import { maxPasskeys } from '@doorman/domain/accounts/second-factor'
import { showCode } from '@doorman/runtime/testing/fake-authenticator'
import { FakePasskey } from '@doorman/runtime/testing/fake-passkey'
import { endSignIns } from '@doorman/services/users/end-sign-ins'
import { setAdmin } from '@doorman/services/users/set-admin'
import { resetSecondFactor } from '@doorman/services/users/second-factor/reset-second-factor'
import { confirmTotp } from '@doorman/services/users/second-factor/set-up-totp'
import { desc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { password, simulateSecondFactors, type TestUser } from '../testing/fake-second-factor.ts'

const world = await openFakeApp({ adminsNeedSecondFactor: true })
const { request, ctx, notify, runJobsUntilIdle } = world
const people = simulateSecondFactors(world)
const { newUser, send, addTotp, addPasskey, askForNewPasskey, logIn, giveCode, loadState } = people

const wrongPassword = {
  status: 422,
  body: { code: 'invalid', message: 'That password is incorrect.' },
}

beforeEach(() => {
  notify.sent.length = 0
})

async function loadUser({ email }: TestUser) {
  const [user] = await ctx.db.select().from(users).where(eq(users.email, email))
  if (!user) throw new Error(`Unknown user: ${email}`)
  return user
}

async function listEmailsTo({ email }: TestUser): Promise<string[]> {
  await runJobsUntilIdle()
  return notify.sent.filter(({ to }) => to === email).map((sent) => sent.email.kind)
}

const isSignedIn = async (cookie: string | undefined) =>
  (await request('GET', '/api/auth/me', { cookie })).status === 200

test('nothing is set up at first', async () => {
  expect((await loadState(await newUser())).body).toEqual({
    hasPassword: true,
    isRequired: false,
    hasTotp: false,
    passkeys: [],
    recoveryCodesLeft: 0,
  })
})

describe('an app is set up', () => {
  test('with the password, a picture and a first code; then there are ten recovery codes', async () => {
    const user = await newUser()
    expect(await send(user, 'POST', '/totp', { password: 'wrong' })).toMatchObject(wrongPassword)
    expect((await send(user, 'POST', '/totp', { password })).body).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      qrCode: expect.stringMatching(/^data:image\/svg/),
    })
    expect((await loadState(user)).body).toMatchObject({ hasTotp: false })
    expect((await logIn(user)).body).toEqual({})

    const { recoveryCodes: codes } = await addTotp(user)
    expect(new Set(codes).size).toBe(10)
    expect((await loadState(user)).body).toMatchObject({ hasTotp: true, recoveryCodesLeft: 10 })
  })

  test('with a secret and codes that are unreadable in the database', async () => {
    const user = await newUser()
    const { body } = await send(user, 'POST', '/totp', { password })
    const { recoveryCodes: codes } = await addTotp(user)
    const { id } = await loadUser(user)
    const [stored] = await ctx.db.select().from(totpSecrets).where(eq(totpSecrets.userId, id))
    const hashes = await ctx.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id))
    const text = JSON.stringify([stored, hashes])
    expect(text).not.toContain(String(body['secret']))
    for (const code of codes) {
      expect(text).not.toContain(code)
      expect(text).not.toContain(code.replaceAll('-', ''))
    }
  })

  test('not with a wrong code, and not twice', async () => {
    const user = await newUser()
    const confirm = (code: string) => send(user, 'POST', '/totp/confirm', { code })
    const over = { status: 409, body: { message: 'This setup is over. Please start again.' } }
    expect(await confirm('000000')).toMatchObject(over)
    await send(user, 'POST', '/totp', { password })
    for (const code of ['000000', 'letters'])
      expect(await confirm(code)).toMatchObject({
        status: 422,
        body: { message: 'That code is incorrect or was already used.' },
      })
    const { code } = await addTotp(user)
    expect(await confirm(code())).toMatchObject(over)
    expect(await send(user, 'POST', '/totp', { password })).toMatchObject({
      status: 409,
      body: { message: 'You already use an authenticator app. Remove it first.' },
    })
  })

  test('not by a session that a new password ended during the setup', async () => {
    const user = await newUser()
    const actor = await ctx.login.findActor(user.cookie)
    if (!actor) throw new Error('Not signed in')
    const { body } = await send(user, 'POST', '/totp', { password })
    await endSignIns(ctx, ctx.db, actor.userId, { reason: 'password-changed', ip: null })
    const code = showCode(String(body['secret']), ctx.now())
    await expect(confirmTotp(ctx, actor, { code })).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    expect((await logIn(user)).body).toEqual({})
  })

  test('and codes are tried ten times in 15 minutes', async () => {
    const user = await newUser()
    await send(user, 'POST', '/totp', { password })
    const statuses = []
    for (let n = 0; n < 12; n += 1)
      statuses.push((await send(user, 'POST', '/totp/confirm', { code: '000000' })).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
  })
})

describe('every change', () => {
  test('ends all other sessions and sign-ins, and tells the user by email', async () => {
    const user = await newUser()
    const other = await logIn(user)
    const { code } = await addTotp(user)
    expect(await isSignedIn(other.cookie)).toBe(false)
    expect(await isSignedIn(user.cookie)).toBe(true)
    expect(await listEmailsTo(user)).toContain('second-factor-changed')

    const half = await logIn(user)
    const third = await giveCode((await logIn(user)).pending, code())
    notify.sent.length = 0
    await send(user, 'POST', '/recovery-codes', { password })
    expect(await isSignedIn(third.cookie)).toBe(false)
    expect((await giveCode(half.pending, code())).status).toBe(401)
    expect(await listEmailsTo(user)).toEqual(['second-factor-changed'])
  })

  test('counts as given in the session that turned the factor on, until it is turned off', async () => {
    const user = await newUser()
    const { id } = await loadUser(user)
    const times = async () =>
      (await ctx.db.select().from(sessions).where(eq(sessions.userId, id))).map(
        ({ secondFactorAt }) => secondFactorAt,
      )
    expect(await times()).toEqual([null])
    await addTotp(user)
    expect(await times()).toEqual([expect.any(Date)])
    await send(user, 'DELETE', '/totp', { password })
    expect(await times()).toEqual([null])
  })

  test('needs the password', async () => {
    const user = await newUser()
    await addTotp(user)
    const { passkey } = await addPasskey(user)
    const id = await findPasskeyId(passkey)
    const calls = [
      ['DELETE', '/totp'],
      ['POST', '/recovery-codes'],
      ['POST', '/passkey-options'],
      ['PATCH', `/passkeys/${id}`],
      ['DELETE', `/passkeys/${id}`],
    ] as const
    const before = (await loadState(user)).body
    for (const [method, path] of calls) {
      const body = { password: 'wrong', ...(method === 'PATCH' && { name: 'New' }) }
      expect(await send(user, method, path, body)).toMatchObject(wrongPassword)
    }
    expect((await loadState(user)).body).toEqual(before)
  })
})

describe('recovery codes', () => {
  test('are replaced all at once', async () => {
    const user = await newUser()
    const { recoveryCodes: old } = await addTotp(user)
    const { body } = await send(user, 'POST', '/recovery-codes', { password })
    const codes = body['recoveryCodes'] as string[]
    expect(new Set([...codes, ...old]).size).toBe(20)
    expect((await giveCode((await logIn(user)).pending, String(old[0]))).status).toBe(422)
    expect((await giveCode((await logIn(user)).pending, String(codes[0]))).status).toBe(200)
  })

  test('come with the first factor only, and go with the last', async () => {
    const user = await newUser()
    const { id } = await loadUser(user)
    const { recoveryCodes: first } = await addTotp(user)
    const { passkey, recoveryCodes: second } = await addPasskey(user)
    expect([first.length, second.length]).toEqual([10, 0])
    await send(user, 'DELETE', '/totp', { password })
    expect((await loadState(user)).body).toMatchObject({ recoveryCodesLeft: 10 })
    const path = `/passkeys/${await findPasskeyId(passkey)}`
    expect((await send(user, 'DELETE', path, { password })).status).toBe(200)
    expect(await ctx.db.$count(recoveryCodes, eq(recoveryCodes.userId, id))).toBe(0)
    expect((await logIn(user)).body).toEqual({})
  })

  test('are refused to a user without a factor', async () => {
    const user = await newUser()
    expect((await send(user, 'POST', '/recovery-codes', { password })).status).toBe(409)
    expect((await send(user, 'DELETE', '/totp', { password })).status).toBe(404)
  })
})

describe('a passkey', () => {
  test('is added, renamed and removed', async () => {
    const user = await newUser()
    const { passkey, recoveryCodes: codes } = await addPasskey(user)
    expect(codes).toHaveLength(10)
    const path = `/passkeys/${await findPasskeyId(passkey)}`
    await send(user, 'PATCH', path, { name: ' Desk key ', password })
    expect((await loadState(user)).body).toMatchObject({
      passkeys: [{ name: 'Desk key', createdAt: expect.any(String), lastUsedAt: null }],
    })
    for (const name of [' ', 'x'.repeat(61)])
      expect((await send(user, 'PATCH', path, { name, password })).status).toBe(422)
    await send(user, 'DELETE', path, { password })
    expect((await loadState(user)).body).toMatchObject({ passkeys: [] })
    expect((await send(user, 'DELETE', path, { password })).status).toBe(404)
  })

  test('of another user is unknown', async () => {
    const [ann, bob] = [await newUser(), await newUser()]
    const { passkey } = await addPasskey(ann)
    const path = `/passkeys/${await findPasskeyId(passkey)}`
    for (const [method, body] of [
      ['PATCH', { name: 'Mine', password }],
      ['DELETE', { password }],
    ] as const)
      expect((await send(bob, method, path, body)).status).toBe(404)
    expect((await loadState(ann)).body).toMatchObject({ passkeys: [{ name: 'Laptop' }] })
  })

  test('is added once, by the session that asked, and not to a second account', async () => {
    const [user, other] = [await newUser(), await newUser()]
    const passkey = new FakePasskey()
    const refused = { status: 422, body: { message: expect.stringContaining('Please try again') } }
    const credential = passkey.create(await askForNewPasskey(user))
    const body = { name: 'Key', credential }
    expect(await send(other, 'POST', '/passkeys', body)).toMatchObject(refused)
    expect((await send(user, 'POST', '/passkeys', body)).status).toBe(200)
    expect(await send(user, 'POST', '/passkeys', body)).toMatchObject(refused)
    const again = { name: 'Key', credential: passkey.create(await askForNewPasskey(other)) }
    expect(await send(other, 'POST', '/passkeys', again)).toMatchObject({
      status: 409,
      body: { message: 'This passkey was added before.' },
    })
  })

  test('is refused when its question is older than ten minutes', async () => {
    const user = await newUser()
    const question = await askForNewPasskey(user)
    world.advance(freshPasswordMs)
    const body = { name: 'Key', credential: new FakePasskey().create(question) }
    expect((await send(user, 'POST', '/passkeys', body)).status).toBe(422)
    await addPasskey(user)
  })

  test('is refused if it is from another site, malformed or too large', async () => {
    const user = await newUser()
    const evil = { origin: 'https://evil.example' }
    const forged = new FakePasskey().create(await askForNewPasskey(user), evil)
    const nonsense = { id: 'abc', response: { clientDataJSON: 'e30', attestationObject: 'e30' } }
    for (const credential of [forged, nonsense]) {
      await askForNewPasskey(user)
      expect((await send(user, 'POST', '/passkeys', { name: 'x', credential })).status).toBe(422)
    }
    for (const size of [17_000, 200_000]) {
      const response = { clientDataJSON: 'A'.repeat(size), attestationObject: 'e30' }
      const body = { name: 'x', credential: { id: 'abc', response } }
      expect((await send(user, 'POST', '/passkeys', body)).status).toBe(422)
    }
    expect((await loadState(user)).body).toMatchObject({ passkeys: [] })
  })

  test(`is one of ${maxPasskeys} at most`, async () => {
    const user = await newUser()
    const { id: userId } = await loadUser(user)
    const rows = Array.from({ length: maxPasskeys }, (_, index) => ({
      userId,
      credentialId: `${userId}-${index}`,
      publicKey: new Uint8Array(),
      counter: 0,
      transports: [],
      name: 'Key',
      createdAt: new Date(),
    }))
    await ctx.db.insert(passkeys).values(rows)
    expect((await send(user, 'POST', '/passkey-options', { password })).status).toBe(409)
  })
})

describe('an admin', () => {
  async function newAdmin() {
    const user = await newUser()
    await setAdmin(ctx, { email: user.email, isAdmin: true })
    return { ...user, cookie: (await logIn(user)).cookie }
  }
  const refused = {
    status: 409,
    body: { message: expect.stringContaining('Admins need two-step sign-in.') },
  }

  test('cannot remove the last factor, and can remove one of two', async () => {
    const admin = await newAdmin()
    await addTotp(admin)
    expect((await loadState(admin)).body).toMatchObject({ isRequired: true })
    expect(await send(admin, 'DELETE', '/totp', { password })).toMatchObject(refused)
    expect((await loadState(admin)).body).toMatchObject({ hasTotp: true, recoveryCodesLeft: 10 })
    await addPasskey(admin)
    expect((await send(admin, 'DELETE', '/totp', { password })).status).toBe(200)
  })

  test('keeps one factor when two tabs remove one each', async () => {
    const admin = await newAdmin()
    await addTotp(admin)
    const { passkey } = await addPasskey(admin)
    const path = `/passkeys/${await findPasskeyId(passkey)}`
    const { id } = await loadUser(admin)
    const removals = await ctx.db.transaction(async (tx) => {
      await lockUser(tx, id)
      const started = ['/totp', path].map((factor) => send(admin, 'DELETE', factor, { password }))
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(2)
      return { both: Promise.all(started) }
    })
    const responses = await removals.both
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })
})

describe('the operator', () => {
  test('removes all factors of a user who lost them, on the record', async () => {
    const user = await newUser()
    const { id } = await loadUser(user)
    await addTotp(user)
    await addPasskey(user)
    await runJobsUntilIdle()
    notify.sent.length = 0
    await resetSecondFactor(ctx, { email: user.email })
    expect(await isSignedIn(user.cookie)).toBe(false)
    expect((await logIn(user)).body).toEqual({})
    for (const table of [totpSecrets, passkeys, recoveryCodes])
      expect(await ctx.db.$count(table, eq(table.userId, id))).toBe(0)
    expect(await listEmailsTo(user)).toEqual(['second-factor-changed'])
    const [act] = await ctx.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    expect(act).toMatchObject({ act: 'reset-second-factor', subjectId: id, actorId: null })
  })

  test('is told if there is nothing to remove', async () => {
    const { email } = await newUser()
    await expect(resetSecondFactor(ctx, { email })).rejects.toThrow(
      `${email} has no second factor.`,
    )
    await expect(resetSecondFactor(ctx, { email: 'nobody@example.com' })).rejects.toThrow(
      'No user has the address nobody@example.com.',
    )
  })
})

async function findPasskeyId({ id: credentialId }: FakePasskey): Promise<string> {
  const [found] = await ctx.db
    .select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, credentialId))
  return found?.id ?? 'none'
}

/** Statements that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(
    sql`select count(*)::int from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}
