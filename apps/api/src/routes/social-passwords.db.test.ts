import { linkTokens, users } from '@doorman/db/schema'
import { storePassword } from '@doorman/services/users/set-password'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { openBrowser, type FakeBrowser } from '../testing/fake-browser.ts'
import { password, simulateProviderSignIns } from '../testing/fake-provider-sign-ins.ts'

const world = await openFakeApp()
const { notify } = world
const { newPerson, signIn, register, link, methodsOf, emailsTo, resetPassword } =
  simulateProviderSignIns(world)

describe('a user without a password', () => {
  const logIn = (email: string) =>
    world.request('POST', '/api/auth/login', { body: { email, password } })

  test('cannot sign in with one, and is told to set one where it is asked for', async () => {
    const person = newPerson()
    const { browser } = await signIn(person)
    expect((await logIn(person.address)).status).toBe(401)
    const deletion = { method: 'DELETE', body: { password } } as const
    expect(await browser.visit('/api/auth/account', deletion)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('You don’t have a password yet') },
    })
    expect(await methodsOf(person.address)).toEqual(['google'])
  })

  test('resets it when signed out, and can sign in with the provider again', async () => {
    const person = newPerson()
    await signIn(person)
    expect((await resetPassword(person.address)).status).toBe(200)
    expect((await logIn(person.address)).status).toBe(200)
    expect((await signIn(person)).location).toBe('/dashboard?welcome=back')
  })

  test('a stranger who had claimed the address loses the account to its owner', async () => {
    const stranger = newPerson({ isAddressTrusted: false })
    await signIn(stranger, { provider: 'microsoft' })
    expect((await resetPassword(stranger.address)).status).toBe(200)
    expect(await methodsOf(stranger.address)).toEqual(['credential'])
    expect((await signIn(stranger, { provider: 'microsoft' })).location).toBe(
      '/login?error=account_exists&provider=microsoft',
    )
  })
})

test('a new password by an emailed link ends every link to a provider', async () => {
  const { email, browser } = await register()
  const stranger = newPerson()
  await link(browser, stranger)
  expect((await resetPassword(email)).status).toBe(200)
  expect(await methodsOf(email)).toEqual(['credential'])
  expect((await signIn(stranger)).me['email']).toBe(stranger.address)
})

describe('the address that a stranger claims', () => {
  async function claim() {
    const stranger = newPerson({ isAddressTrusted: false })
    const { browser } = await signIn(stranger, { provider: 'microsoft' })
    await world.runJobsUntilIdle()
    const sent = notify.sent.findLast(({ to }) => to === stranger.address)?.email
    const token = new URL(sent && 'url' in sent ? sent.url : '').searchParams.get('token')
    const verify = { method: 'POST', body: { token } } as const
    return { stranger, browser, verify }
  }

  test('is not confirmed when its owner opens the link, and a reset gives the owner the account', async () => {
    const { stranger, verify } = await claim()
    const owner = openBrowser(world)
    for (const browser of [owner, (await register()).browser])
      expect(await browser.visit('/api/auth/verify-email', verify)).toMatchObject({
        status: 401,
        body: { message: 'Sign in first, then open this link again.' },
      })
    const { location } = await signIn(newPerson({ address: stranger.address }))
    expect(location).toBe('/login?error=account_exists&provider=google')
    await resetPassword(stranger.address)
    expect(await methodsOf(stranger.address)).toEqual(['credential'])
  })

  test('is confirmed in their own session, if they can read its emails', async () => {
    const { browser, verify } = await claim()
    expect((await browser.visit('/api/auth/verify-email', verify)).status).toBe(200)
    expect((await browser.visit('/api/auth/me')).body).toMatchObject({ isVerified: true })
  })
})

describe('a link for a first password', () => {
  const first = { newPassword: password }

  async function order(person = newPerson(), provider: 'google' | 'microsoft' = 'google') {
    const { browser } = await signIn(person, { provider })
    const ordered = await browser.visit('/api/auth/set-password-link', { method: 'POST' })
    expect(ordered.status).toBe(200)
    await world.runJobsUntilIdle()
    const sent = notify.sent.findLast(
      ({ to, email }) => to === person.address && email.kind === 'set-password',
    )?.email
    const url = new URL(sent && 'url' in sent ? sent.url : '')
    expect(url.pathname).toBe('/set-password')
    return { person, browser, token: url.searchParams.get('token') ?? '' }
  }

  const check = (browser: FakeBrowser, token: string) =>
    browser.visit('/api/auth/check-set-password-link', { method: 'POST', body: { token } })
  const use = (browser: FakeBrowser, token: string, chosen = first) =>
    browser.visit('/api/auth/set-password', { method: 'POST', body: { token, ...chosen } })
  const logIn = (email: string) =>
    world.request('POST', '/api/auth/login', { body: { email, password } })

  test('sets it once, and keeps the providers and all sessions', async () => {
    const { person, browser, token } = await order()
    const { browser: other } = await signIn(person)
    expect((await check(browser, token)).status).toBe(200)
    expect((await use(browser, token)).status).toBe(200)
    expect((await logIn(person.address)).status).toBe(200)
    expect(await methodsOf(person.address)).toEqual(['credential', 'google'])
    for (const { visit } of [browser, other]) expect((await visit('/api/auth/me')).status).toBe(200)
    expect(await emailsTo(person.address)).toContain('password-set')
    expect(await emailsTo(person.address)).not.toContain('password-changed')
    expect((await use(browser, token)).status).toBe(422)
    expect((await check(browser, token)).status).toBe(422)
  })

  test('refuses a common password and expires after an hour', async () => {
    const { browser, token } = await order()
    expect((await use(browser, token, { newPassword: 'password1' })).status).toBe(422)
    expect((await check(browser, token)).status).toBe(200)
    await world.ctx.db
      .update(linkTokens)
      .set({ expiresAt: sql`${linkTokens.expiresAt} - interval '1 hour'` })
      .where(eq(linkTokens.purpose, 'set-password'))
    for (const { status } of [await check(browser, token), await use(browser, token)])
      expect(status).toBe(422)
  })

  test('works in a session of its user only, so an owner adds none to a stranger’s account', async () => {
    const stranger = newPerson({ isAddressTrusted: false })
    const { browser, token } = await order(stranger, 'microsoft')
    const owner = openBrowser(world)
    for (const visitor of [owner, (await register()).browser])
      for (const refused of [await check(visitor, token), await use(visitor, token)])
        expect(refused).toMatchObject({
          status: 401,
          body: { message: 'Sign in to the account that this link is for, then open it again.' },
        })
    expect(await methodsOf(stranger.address)).toEqual(['microsoft'])
    expect((await browser.visit('/api/auth/me')).body).toMatchObject({ isVerified: false })

    expect((await resetPassword(stranger.address)).status).toBe(200)
    expect(await methodsOf(stranger.address)).toEqual(['credential'])
    expect((await use(browser, token)).status).toBe(401)
  })

  test('says so if the account has got a password since, and is not ordered for one', async () => {
    const { person, token } = await order()
    expect((await resetPassword(person.address)).status).toBe(200)
    const browser = openBrowser(world)
    await browser.visit('/api/auth/login', {
      method: 'POST',
      body: { email: person.address, password },
    })
    const refusal = { status: 409, body: { message: 'Your account already has a password.' } }
    expect(await check(browser, token)).toMatchObject(refusal)
    const chosen = { newPassword: 'the password of a stranger' }
    expect(await use(browser, token, chosen)).toMatchObject(refusal)
    expect((await logIn(person.address)).status).toBe(200)
    expect(await browser.visit('/api/auth/set-password-link', { method: 'POST' })).toMatchObject(
      refusal,
    )
  })

  test('does not work as a reset link, and a reset link does not work as one', async () => {
    const { person, browser, token } = await order()
    const reset = { method: 'POST', body: { token, ...first } } as const
    expect((await browser.visit('/api/auth/reset-password', reset)).status).toBe(422)
    await world.request('POST', '/api/auth/forgot-password', { body: { email: person.address } })
    await world.runJobsUntilIdle()
    const sent = notify.sent.findLast(({ to }) => to === person.address)?.email
    const resetToken = new URL(sent && 'url' in sent ? sent.url : '').searchParams.get('token')
    expect(resetToken).toHaveLength(43)
    expect((await use(browser, resetToken ?? '')).status).toBe(422)
    expect(await methodsOf(person.address)).toEqual(['google'])
  })

  test('needs a session to be ordered, and is limited', async () => {
    const anyone = openBrowser(world)
    const ask = { method: 'POST' } as const
    expect((await anyone.visit('/api/auth/set-password-link', ask)).status).toBe(401)
    const { browser } = await signIn(newPerson())
    const statuses = []
    for (let n = 1; n <= 6; n += 1)
      statuses.push((await browser.visit('/api/auth/set-password-link', ask)).status)
    expect(statuses).toEqual([...Array(5).fill(200), 429])
  })

  test('is not sent to a user who has got a password since it was ordered', async () => {
    const person = newPerson()
    const { browser } = await signIn(person)
    await browser.visit('/api/auth/set-password-link', { method: 'POST' })
    const [user] = await world.ctx.db.select().from(users).where(eq(users.email, person.address))
    if (!user) throw new Error('No user')
    await storePassword(world.ctx, world.ctx.db, { userId: user.id, hash: 'a hash' })
    await world.runJobsUntilIdle()
    const kinds = notify.sent
      .filter(({ to }) => to === person.address)
      .map(({ email }) => email.kind)
    expect(kinds).not.toContain('set-password')
  })
})
