import { addressChanges, customers, emails, linkTokens, sessions, users } from '@doorman/db/schema'
import { loadUserId } from '@doorman/db/testing/seeds'
import { dayMs, minuteMs } from '@doorman/domain/time'
import { simulatePayments } from '@doorman/services/testing/fake-billing'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { newSignedInUser, type SignedInUser } from '../testing/fake-connections.ts'

const { payments, stripe } = simulatePayments(new Date())
const world = await openFakeApp({ payments })
const { request, ctx, notify, advance, runJobsUntilIdle } = world
const password = 'correct horse battery'

let addressCount = 0
const newAddress = () => `new${(addressCount += 1)}@moved.example`

describe('a change of address', () => {
  const ask = (user: SignedInUser, newEmail: string, typed = password) =>
    request('POST', '/api/account/email', { ...user, body: { password: typed, newEmail } })
  const pendingOf = async (user: SignedInUser) =>
    (await request('GET', '/api/account/email', user)).body['pending']
  const emailsTo = (address: string) =>
    notify.sent.filter(({ to }) => to === address).map(({ email }) => email)

  /** The token of the last link that we sent to the address. */
  function tokenAt(address: string): string {
    const link = emailsTo(address).findLast(({ kind }) => kind.startsWith('confirm-'))
    if (!link || !('url' in link)) throw new Error('No link')
    return new URL(link.url).searchParams.get('token') ?? ''
  }
  let networkCount = 0
  const open = (url: string, body: object) =>
    request('POST', url, { body, ip: `192.0.2.${(networkCount += 1)}` })
  const check = (token: string) => open('/api/address-links/check', { token })
  const confirm = (token: string) => open('/api/address-links', { token })

  /** A user who has asked for the change, and got both emails. */
  async function newChange() {
    const user = await newSignedInUser(world)
    const newEmail = newAddress()
    expect((await ask(user, newEmail)).status).toBe(200)
    await runJobsUntilIdle()
    return { user, newEmail, old: tokenAt(user.email), new: tokenAt(newEmail) }
  }
  const signIn = async (email: string) =>
    (await request('POST', '/api/auth/login', { body: { email, password } })).status

  test.each([
    ['old', 'new'],
    ['new', 'old'],
  ] as const)('is applied when both have confirmed it, the %s address first', async (...order) => {
    const change = await newChange()
    const { user, newEmail } = change
    const pending = { newEmail, isOldConfirmed: false, isNewConfirmed: false }
    expect(await pendingOf(user)).toMatchObject(pending)
    const [first, second] = order.map((side) => change[side])
    expect((await check(first ?? '')).body).toEqual({
      newEmail,
      isConfirmed: false,
      isApplied: false,
    })
    expect((await confirm(first ?? '')).body).toEqual({ isApplied: false })
    expect((await check(first ?? '')).body).toMatchObject({ isConfirmed: true, isApplied: false })
    // Clicking the same link again does not stand in for the other one.
    expect((await confirm(first ?? '')).body).toEqual({ isApplied: false })
    expect(await signIn(newEmail)).toBe(401)

    expect((await confirm(second ?? '')).body).toEqual({ isApplied: true })
    expect((await confirm(first ?? '')).body).toEqual({ isApplied: true })
    expect(await pendingOf(user)).toBeNull()
    expect((await request('GET', '/api/auth/me', user)).body).toMatchObject({
      email: newEmail,
      isVerified: true,
    })
    expect([await signIn(newEmail), await signIn(user.email)]).toEqual([200, 401])
    await runJobsUntilIdle()
    expect(emailsTo(user.email).at(-1)).toMatchObject({
      kind: 'address-changed',
      newAddress: newEmail,
    })
    // The old address is stored nowhere any more.
    const userId = await loadUserId(ctx.db, newEmail)
    const left = await ctx.db.select().from(emails).where(eq(emails.userId, userId))
    expect(left.map(({ recipient }) => recipient)).toEqual(left.map(() => null))
  })

  test('two confirmations at the same time apply it', async () => {
    const change = await newChange()
    const answers = await Promise.all([confirm(change.old), confirm(change.new)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.filter(({ body }) => body['isApplied'])).toHaveLength(1)
    expect(await signIn(change.newEmail)).toBe(200)
  })

  test('ends links to the account at the old address', async () => {
    const change = await newChange()
    await request('POST', '/api/auth/forgot-password', { body: { email: change.user.email } })
    await runJobsUntilIdle()
    const reset = emailsTo(change.user.email).findLast(({ kind }) => kind === 'reset-password')
    const token = new URL(reset && 'url' in reset ? reset.url : '').searchParams.get('token')
    await confirm(change.old)
    await confirm(change.new)
    expect((await open('/api/auth/check-reset-link', { token })).status).toBe(422)
  })

  test('reaches the payment provider', async () => {
    const change = await newChange()
    const userId = await loadUserId(ctx.db, change.user.email)
    const { id } = await stripe.client.customers.create({ email: change.user.email })
    await ctx.db.insert(customers).values({ userId, providerCustomerId: id, createdAt: ctx.now() })
    await confirm(change.old)
    await confirm(change.new)
    await runJobsUntilIdle()
    expect(await stripe.client.customers.retrieve(id)).toMatchObject({ email: change.newEmail })
  })

  test('can be cancelled, and its links do nothing then', async () => {
    const change = await newChange()
    expect((await request('DELETE', '/api/account/email', change.user)).status).toBe(200)
    expect((await request('DELETE', '/api/account/email', change.user)).status).toBe(200)
    expect(await pendingOf(change.user)).toBeNull()
    for (const token of [change.old, change.new])
      expect(await confirm(token)).toMatchObject({
        status: 422,
        body: { message: 'This link has expired or was used before. Ask for a new one.' },
      })
  })

  test('is replaced by a new request, whose change the old links do not confirm', async () => {
    const change = await newChange()
    await confirm(change.old)
    const second = newAddress()
    await ask(change.user, second)
    await runJobsUntilIdle()
    expect(await pendingOf(change.user)).toMatchObject({ newEmail: second, isOldConfirmed: false })
    for (const token of [change.old, change.new]) expect((await confirm(token)).status).toBe(422)
    await confirm(tokenAt(second))
    expect((await confirm(tokenAt(change.user.email))).body).toEqual({ isApplied: true })
    expect(await signIn(second)).toBe(200)
  })

  test('of a cancelled request sends no email that still waits', async () => {
    const user = await newSignedInUser(world)
    const newEmail = newAddress()
    await ask(user, newEmail)
    await request('DELETE', '/api/account/email', user)
    await runJobsUntilIdle()
    expect(emailsTo(newEmail)).toEqual([])
    const kinds = emailsTo(user.email).map(({ kind }) => kind)
    expect(kinds).not.toContain('confirm-old-address')
  })

  test('expires after a day', async () => {
    const change = await newChange()
    await confirm(change.old)
    advance(dayMs + minuteMs)
    expect((await check(change.new)).status).toBe(422)
    expect((await confirm(change.new)).status).toBe(422)
    const login = { body: { email: change.user.email, password } }
    const { cookie } = await request('POST', '/api/auth/login', login)
    expect(await pendingOf({ email: '', cookie: cookie ?? '' })).toBeNull()
  })

  test('to a taken address looks the same, and its owner is told', async () => {
    const [ann, bob] = [await newSignedInUser(world), await newSignedInUser(world)]
    const answers = [await ask(ann, bob.email.toUpperCase()), await ask(bob, newAddress())]
    expect(answers[0]).toMatchObject({ status: 200, body: answers[1]?.body })
    expect(await pendingOf(ann)).toMatchObject({ newEmail: bob.email })
    await runJobsUntilIdle()
    expect(emailsTo(bob.email).map(({ kind }) => kind)).toContain('address-taken')
    expect((await confirm(tokenAt(ann.email))).body).toEqual({ isApplied: false })
  })

  test('to an address that was registered meanwhile changes nothing and says why', async () => {
    const change = await newChange()
    const body = { email: change.newEmail, password }
    await request('POST', '/api/auth/register', { body, ip: '192.0.2.9' })
    await confirm(change.old)
    expect(await confirm(change.new)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Another account uses this address') },
    })
    expect(await pendingOf(change.user)).toBeNull()
    expect(await ctx.db.$count(users, eq(users.email, change.user.email))).toBe(1)
  })

  test('needs the password and a different address, and is limited in number', async () => {
    const ann = await newSignedInUser(world)
    expect(await ask(ann, newAddress(), 'wrong')).toMatchObject({
      status: 422,
      body: { message: 'That password is incorrect.' },
    })
    expect(await ask(ann, ann.email)).toMatchObject({
      status: 409,
      body: { message: 'This is already your address.' },
    })
    expect((await ask(ann, 'not an address')).status).toBe(422)
    expect((await ask(ann, `${'x'.repeat(1_000_000)}@example.com`)).status).toBe(413)
    let status = 0
    for (let count = 0; count < 6 && status !== 429; count += 1)
      ({ status } = await ask(ann, newAddress()))
    expect(status).toBe(429)
  })

  test('is deleted with its user', async () => {
    const change = await newChange()
    await confirm(change.old)
    await request('DELETE', '/api/auth/account', { ...change.user, body: { password } })
    expect((await confirm(change.new)).status).toBe(422)
    const isOfChange = eq(addressChanges.newEmail, change.newEmail)
    expect(await ctx.db.$count(addressChanges, isOfChange)).toBe(0)
  })

  test('links of a change of address do nothing else', async () => {
    const change = await newChange()
    const body = { token: change.old }
    expect((await open('/api/auth/verify-email', body)).status).toBe(422)
    const reset = { ...body, newPassword: 'another horse battery' }
    expect((await open('/api/auth/reset-password', reset)).status).toBe(422)
    expect(await ctx.db.$count(linkTokens, eq(linkTokens.purpose, 'confirm-old-address'))).not.toBe(
      0,
    )
  })
})

describe('devices', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'
  type Device = { id: string; name: string; isThisOne: boolean }
  const list = async (cookie: string) =>
    (await request('GET', '/api/account/devices', { cookie })).body['devices'] as Device[]
  const isSignedIn = async (cookie: string) =>
    (await request('GET', '/api/auth/me', { cookie })).status === 200

  async function signInAgain({ email }: SignedInUser, ip: string): Promise<string> {
    const { cookie } = await request('POST', '/api/auth/login', {
      body: { email, password },
      ip,
      headers: { 'user-agent': firefox },
    })
    return cookie ?? ''
  }

  test('are listed in words, with network and times, and this one is marked', async () => {
    const ann = await newSignedInUser(world)
    advance(minuteMs)
    const cookie = await signInAgain(ann, '2001:db8:1:2:3:4:5:6')
    const { body } = await request('GET', '/api/account/devices', { cookie })
    expect(body['devices']).toEqual([
      {
        id: expect.any(String),
        name: 'Firefox on Linux',
        network: '2001:db8:1:2',
        signedInAt: expect.any(String),
        lastUsedAt: expect.any(String),
        isThisOne: true,
      },
      expect.objectContaining({ isThisOne: false }),
    ])
  })

  test('are signed out one at a time, or all but this one', async () => {
    const ann = await newSignedInUser(world)
    const bob = await newSignedInUser(world)
    const [second, third] = [
      await signInAgain(ann, '192.0.2.5'),
      await signInAgain(ann, '192.0.2.6'),
    ]
    const devices = await list(ann.cookie)
    expect(devices).toHaveLength(3)
    const other = (await list(second)).find(({ isThisOne }) => isThisOne)?.id ?? ''
    const remove = (cookie: string, id: string) =>
      request('DELETE', `/api/account/devices/${id}`, { cookie })

    // Another user's device is unknown, and stays signed in.
    expect(await remove(bob.cookie, other)).toMatchObject({ status: 404 })
    expect(await isSignedIn(second)).toBe(true)
    expect((await remove(ann.cookie, randomUUID())).status).toBe(404)
    expect((await remove(ann.cookie, 'nonsense')).status).toBe(422)
    expect(await remove(second, other)).toMatchObject({ status: 409 })

    expect((await remove(ann.cookie, other)).status).toBe(200)
    expect([await isSignedIn(second), await isSignedIn(third)]).toEqual([false, true])
    expect((await remove(ann.cookie, other)).status).toBe(404)
    for (let count = 0; count < 2; count += 1)
      expect((await request('DELETE', '/api/account/devices', ann)).status).toBe(200)
    expect([await isSignedIn(third), await isSignedIn(ann.cookie)]).toEqual([false, true])
    expect(await isSignedIn(bob.cookie)).toBe(true)
    expect(await list(ann.cookie)).toMatchObject([{ isThisOne: true }])
  })

  test('that have been idle for too long are not listed', async () => {
    const ann = await newSignedInUser(world)
    await signInAgain(ann, '192.0.2.7')
    advance(8 * dayMs)
    const cookie = await signInAgain(ann, '192.0.2.8')
    expect(await list(cookie)).toHaveLength(1)
    const userId = await loadUserId(ctx.db, ann.email)
    expect(await ctx.db.$count(sessions, eq(sessions.userId, userId))).toBe(3)
  })
})
