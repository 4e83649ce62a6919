import { sessions, users } from '@doorman/db/schema'
import type { SignInProvider } from '@doorman/domain/accounts/social-sign-in'
import { finishSignIn } from '@doorman/services/users/finish-sign-in'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { openBrowser, type FakeBrowser } from '../testing/fake-browser.ts'
import { password, simulateProviderSignIns } from '../testing/fake-provider-sign-ins.ts'

const world = await openFakeApp()
const { ctx } = world
const { newPerson, providerOf, toCallback, signIn, register, link, methodsOf, emailsTo } =
  simulateProviderSignIns(world)

describe('linking in the account settings', () => {
  test('lets the person sign in, even with another address', async () => {
    const { email, browser } = await register()
    const person = newPerson({ isAddressTrusted: false })
    expect((await browser.visit('/api/identities')).body).toEqual({
      hasPassword: true,
      providers: [
        { provider: 'google', isLinked: false, isAvailable: true },
        { provider: 'microsoft', isLinked: false, isAvailable: true },
      ],
    })
    expect(await link(browser, person)).toBe('/account-settings?linked=google')
    expect((await browser.visit('/api/identities')).body).toMatchObject({
      providers: [{ isLinked: true }, { isLinked: false }],
    })
    expect(await emailsTo(email)).toContain('sign-in-linked')
    expect((await signIn(person)).me).toMatchObject({ email })
  })

  test.each([{}, { password: 'not this one' }])(
    'and unlinking ask a user who has a password for it: %j',
    async (body) => {
      const { email, browser } = await register()
      const refusal = { status: 422, body: { message: 'That password is incorrect.' } }
      const path = '/api/identities/google'
      expect(await browser.visit(path, { method: 'POST', body })).toMatchObject(refusal)
      await link(browser, newPerson())
      expect(await browser.visit(path, { method: 'DELETE', body })).toMatchObject(refusal)
      expect(await methodsOf(email)).toEqual(['credential', 'google'])
    },
  )

  test('twice is harmless', async () => {
    const { email, browser } = await register()
    const person = newPerson()
    await link(browser, person)
    expect(await link(browser, person)).toBe('/account-settings?linked=google')
    expect(await methodsOf(email)).toEqual(['credential', 'google'])
  })

  test('while the same person signs in leaves them with one account', async () => {
    const [{ browser: linking }, signingIn] = [await register(), openBrowser(world)]
    const person = newPerson()
    await linking.visit('/api/identities/google', { method: 'POST', body: { password } })
    const linkCallback = toCallback('google', person)
    await signingIn.visit('/api/auth/google')
    const signInCallback = toCallback('google', person)
    const started = await ctx.db.transaction(async (tx) => {
      // Both requests have looked for the person before either writes.
      await tx.execute(sql`lock table accounts in share mode`)
      const answers = Promise.all([linking.visit(linkCallback), signingIn.visit(signInCallback)])
      await tx.execute(sql`select pg_sleep(0.3)`)
      return { answers }
    })
    const [linked, signedIn] = await started.answers
    expect(linked.location).toMatch(/[?](linked=google|error=taken&provider=google)$/)
    expect(signedIn.location).toMatch(/^[/]dashboard[?]welcome=(new|back)$/)
  })

  test('links neither a person who belongs to another user nor a second person', async () => {
    const person = newPerson()
    await signIn(person)
    const { email, browser } = await register()
    const refusal = '/account-settings?error=taken&provider=google'
    expect(await link(browser, person)).toBe(refusal)
    expect(await methodsOf(email)).toEqual(['credential'])
    await link(browser, newPerson())
    expect(await link(browser, newPerson())).toBe(refusal)
    expect(await methodsOf(email)).toEqual(['credential', 'google'])
  })

  test.each([
    ['signed out', '/api/auth/logout', '/login?error=expired&provider=google'],
    ['signed in again', '/api/auth/login', '/dashboard'],
  ])('is over when the user has %s', async (_case, url, location) => {
    const { email, browser } = await register()
    await browser.visit('/api/identities/google', { method: 'POST', body: { password } })
    const callback = toCallback('google', newPerson())
    await browser.visit(url, { method: 'POST', body: { email, password } })
    expect((await browser.visit(callback)).location).toBe(location)
    expect(await methodsOf(email)).toEqual(['credential'])
  })

  test('does not link the user of another session in the same browser', async () => {
    const [ann, bob] = [await register(), await register()]
    await ann.browser.visit('/api/identities/google', { method: 'POST', body: { password } })
    const callback = toCallback('google', newPerson())
    const session = bob.browser.cookies.get('doorman.session') ?? ''
    ann.browser.cookies.set('doorman.session', session)
    expect((await ann.browser.visit(callback)).location).toBe(
      '/account-settings?error=expired&provider=google',
    )
    expect(await methodsOf(ann.email)).toEqual(['credential'])
    expect(await methodsOf(bob.email)).toEqual(['credential'])
  })

  test('is over when the session ends while the provider answers', async () => {
    const { email, browser } = await register()
    await browser.visit('/api/identities/google', { method: 'POST', body: { password } })
    const callback = toCallback('google', newPerson())
    const google = providerOf('google')
    google.beforeRedemption = () => ctx.db.delete(sessions)
    const { location } = await browser.visit(callback)
    google.beforeRedemption = async () => {}
    expect(location).toBe('/account-settings?error=expired&provider=google')
    expect(await methodsOf(email)).toEqual(['credential'])
  })

  test('is over when the session ends just before the link is stored', async () => {
    const { email, browser } = await register()
    await browser.visit('/api/identities/google', { method: 'POST', body: { password } })
    const callback = toCallback('google', newPerson())
    const started = await ctx.db.transaction(async (tx) => {
      const [user] = await tx.select().from(users).where(eq(users.email, email)).for('update')
      const linking = browser.visit(callback)
      await tx.execute(sql`select pg_sleep(0.3)`)
      await tx.delete(sessions).where(eq(sessions.userId, user?.id ?? sql`null`))
      return { linking }
    })
    expect((await started.linking).location).toMatch(/^[/]account-settings[?]error=/)
    expect(await methodsOf(email)).toEqual(['credential'])
  })

  test('is refused while an admin views the app as a user', async () => {
    const [admin, ann] = [await register(), await register()]
    await admin.browser.visit('/api/identities/google', { method: 'POST', body: { password } })
    const callback = toCallback('google', newPerson())
    await ctx.db.execute(sql`update users set role = 'admin' where email = ${admin.email}`)
    await ctx.db.execute(sql`
      update sessions set view_ends_at = now() + interval '1 hour',
        viewed_user_id = (select id from users where email = ${ann.email})
      where user_id = (select id from users where email = ${admin.email})`)
    expect((await admin.browser.visit(callback)).location).toBe(
      '/account-settings?error=expired&provider=google',
    )
    expect(await methodsOf(ann.email)).toEqual(['credential'])
    expect(await methodsOf(admin.email)).toEqual(['credential'])
  })
})

describe('unlinking', () => {
  const unlink = (browser: FakeBrowser, provider: SignInProvider) =>
    browser.visit(`/api/identities/${provider}`, { method: 'DELETE', body: { password } })

  test('ends the sign-in with the provider', async () => {
    const { email, browser } = await register(undefined, { isVerified: false })
    const person = newPerson({ address: email })
    await link(browser, person)
    expect((await unlink(browser, 'google')).status).toBe(200)
    expect(await methodsOf(email)).toEqual(['credential'])
    expect((await signIn(person)).location).toBe('/login?error=account_exists&provider=google')
  })

  test('the last way to sign in is refused', async () => {
    const person = newPerson()
    const { browser } = await signIn(person)
    expect(await unlink(browser, 'google')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('only way to sign in') },
    })
    expect(await methodsOf(person.address)).toEqual(['google'])
  })

  test('both providers in two tabs at once leaves one', async () => {
    const person = newPerson()
    const { browser } = await signIn(person)
    await link(browser, newPerson(), 'microsoft')
    const started = await ctx.db.transaction(async (tx) => {
      // Both requests have counted before either deletes.
      await tx.execute(sql`lock table accounts in share mode`)
      const unlinking = Promise.all([unlink(browser, 'google'), unlink(browser, 'microsoft')])
      await tx.execute(sql`select pg_sleep(0.3)`)
      return { unlinking }
    })
    const answers = await started.unlinking
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(await methodsOf(person.address)).toHaveLength(1)
  })
})

test('a person who is unlinked while they sign in gets no session', async () => {
  const { email } = await register()
  const [user] = await ctx.db.select().from(users).where(eq(users.email, email))
  if (!user) throw new Error('No user')
  const before = await ctx.db.$count(sessions)
  const visitor = { network: '192.0.2.1', cookie: undefined }
  const proof = { provider: 'google', accountId: 'unlinked' } as const
  await expect(finishSignIn(ctx, visitor, user.id, proof)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  expect(await ctx.db.$count(sessions)).toBe(before)
})
