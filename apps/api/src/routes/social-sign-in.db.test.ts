import { accounts, emails, sessions, signInAttempts, totpSecrets, users } from '@doorman/db/schema'
import type { SignInProvider } from '@doorman/domain/accounts/social-sign-in'
import { minuteMs } from '@doorman/domain/time'
import type { ProviderIdentity } from '@doorman/mail/identity-provider'
import { deleteExpired } from '@doorman/services/housekeeping/delete-expired'
import { finishSignIn } from '@doorman/services/users/finish-sign-in'
import { asc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { openBrowser, type FakeBrowser } from '../testing/fake-browser.ts'

const world = await openFakeApp()
const { ctx, mail, notify } = world
const password = 'correct horse battery'
let personCount = 0

/** A person at a provider whom we have never seen. */
function newPerson(person: Partial<ProviderIdentity> = {}): ProviderIdentity {
  personCount += 1
  return {
    providerAccountId: `account-${personCount}`,
    address: `someone${personCount}@own.test`,
    isAddressTrusted: true,
    ...person,
  }
}

function providerOf(name: SignInProvider) {
  const provider = mail.identities[name]
  if (!provider) throw new Error(`${name} is not set up`)
  return provider
}

/** The provider's redirect back to us, after this person has signed in there. */
function toCallback(provider: SignInProvider, person: ProviderIdentity): string {
  personCount += 1
  const code = `code-${personCount}`
  const { people, asked } = providerOf(provider)
  people.set(code, person)
  const query = new URLSearchParams({ state: asked.at(-1)?.state ?? '', code })
  return `/api/auth/${provider}/callback?${query}`
}

async function signIn(
  person: ProviderIdentity,
  { provider = 'google', browser = openBrowser(world), next = '' }: SignInOptions = {},
) {
  await browser.visit(`/api/auth/${provider}?${new URLSearchParams({ next })}`)
  const { location } = await browser.visit(toCallback(provider, person))
  const { body } = await browser.visit('/api/auth/me')
  return { browser, location, me: body }
}
type SignInOptions = { provider?: SignInProvider; browser?: FakeBrowser; next?: string }

/** A user with a password, in a browser of their own. */
async function register(email = newPerson().address, { isVerified = true } = {}) {
  const browser = openBrowser(world)
  await browser.visit('/api/auth/register', { method: 'POST', body: { email, password } })
  await ctx.db.update(users).set({ emailVerified: isVerified }).where(eq(users.email, email))
  return { email, browser }
}

async function link(
  browser: FakeBrowser,
  person: ProviderIdentity,
  provider: SignInProvider = 'google',
) {
  const { status } = await browser.visit(`/api/identities/${provider}`, {
    method: 'POST',
    body: { password },
  })
  expect(status).toBe(200)
  return (await browser.visit(toCallback(provider, person))).location
}

const methodsOf = async (email: string) => {
  const rows = await ctx.db
    .select({ provider: accounts.providerId })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(eq(users.email, email))
    .orderBy(asc(accounts.providerId))
  return rows.map(({ provider }) => provider)
}

const emailsTo = async (email: string) => {
  const rows = await ctx.db
    .select({ kind: emails.kind })
    .from(emails)
    .innerJoin(users, eq(users.id, emails.userId))
    .where(eq(users.email, email))
    .orderBy(asc(emails.kind))
  return rows.map(({ kind }) => kind)
}

describe('a new person', () => {
  test('gets an account with a confirmed address, and is signed in', async () => {
    const person = newPerson()
    const { location, me } = await signIn(person)
    expect(location).toBe('/dashboard')
    expect(me).toMatchObject({ email: person.address, isVerified: true })
    expect(await methodsOf(person.address)).toEqual(['google'])
    expect(await emailsTo(person.address)).toEqual(['new-user', 'welcome'])
  })

  test('whose address the provider doesn’t prove is asked to confirm it', async () => {
    const person = newPerson({ isAddressTrusted: false })
    const { me } = await signIn(person, { provider: 'microsoft' })
    expect(me).toMatchObject({ email: person.address, isVerified: false })
    expect(await emailsTo(person.address)).toEqual(['new-user', 'verify-email'])
  })

  test.each([
    '',
    '+49 170 1234567',
    'ann@localhost',
    'a\u0000@own.test',
    `${'a'.repeat(300)}@b.test`,
  ])('with %j for an address gets no account', async (address) => {
    const { location, me } = await signIn(newPerson({ address }))
    expect(location).toBe('/login?error=no_address&provider=google')
    expect(me).toMatchObject({ code: 'unauthenticated' })
  })

  test('who signs in in two tabs at once gets one account', async () => {
    const person = newPerson()
    const browser = openBrowser(world)
    const callbacks: string[] = []
    for (let tabs = 0; tabs < 2; tabs++) {
      await browser.visit('/api/auth/google')
      callbacks.push(toCallback('google', person))
    }
    const answers = await Promise.all(callbacks.map((url) => browser.visit(url)))
    expect(answers.map(({ location }) => location)).toEqual(['/dashboard', '/dashboard'])
    expect(await methodsOf(person.address)).toEqual(['google'])
    expect(await emailsTo(person.address)).toEqual(['new-user', 'welcome'])
  })

  test('whose address is registered meanwhile does not get into that account', async () => {
    const person = newPerson()
    const started = await ctx.db.transaction(async (tx) => {
      await tx.insert(users).values({ email: person.address })
      const signingIn = signIn(person)
      await tx.execute(sql`select pg_sleep(0.2)`)
      return { signingIn }
    })
    const { location, me } = await started.signingIn
    expect(location).toBe('/login?error=account_exists&provider=google')
    expect(me).toMatchObject({ code: 'unauthenticated' })
  })
})

describe('a person we know', () => {
  test('signs in to the same account, whatever their address is now', async () => {
    const person = newPerson()
    const first = await signIn(person)
    const { location, me } = await signIn({
      ...person,
      address: 'moved@own.test',
      isAddressTrusted: false,
    })
    expect(location).toBe('/dashboard')
    expect(me['id']).toBe(first.me['id'])
    expect(me['email']).toBe(person.address)
  })

  test('is not the person with the same id at the other provider', async () => {
    const person = newPerson()
    const first = await signIn(person)
    const { me } = await signIn(
      { ...person, address: newPerson().address },
      { provider: 'microsoft' },
    )
    expect(me['id']).not.toBe(first.me['id'])
  })

  test('returns to the page they came from', async () => {
    const { location } = await signIn(newPerson(), { next: '/billing?plan=yearly' })
    expect(location).toBe('/billing?plan=yearly')
  })

  test.each(['//evil.test', '/\\evil.test', 'https:evil.test', '/%2f%2fevil.test', '@evil.test'])(
    'does not go to %s',
    async (next) => {
      expect((await signIn(newPerson(), { next })).location).toBe('/dashboard')
    },
  )

  test('with a second factor is asked for it before anything else', async () => {
    const person = newPerson()
    const { me } = await signIn(person)
    await ctx.db.insert(totpSecrets).values({
      userId: me['id'] as (typeof totpSecrets.$inferInsert)['userId'],
      secret: 'sealed',
      keyVersion: 1,
      confirmedAt: ctx.now(),
    })
    const again = await signIn(person, { next: '/activity' })
    expect(again.location).toBe('/login?step=second-factor&next=%2Factivity')
    expect(again.me).toMatchObject({ code: 'unauthenticated' })
    expect([...again.browser.cookies.keys()]).toEqual(['doorman.sign-in', 'doorman.pending'])
  })

  test('whose account was deleted gets a new one', async () => {
    const person = newPerson()
    const first = await signIn(person)
    await ctx.db.delete(users).where(eq(users.email, person.address))
    const { location, me } = await signIn(person)
    expect(location).toBe('/dashboard')
    expect(me['id']).not.toBe(first.me['id'])
  })

  test('whose account is deleted while they sign in gets a page, not an error', async () => {
    const person = newPerson()
    await signIn(person)
    const google = providerOf('google')
    google.beforeRedemption = () => ctx.db.delete(users).where(eq(users.email, person.address))
    const { location } = await signIn(person)
    google.beforeRedemption = async () => {}
    expect(location).toBe('/dashboard')
  })
})

describe('a user with the same address', () => {
  test('is linked and told, if both sides have proved the address', async () => {
    const { email } = await register()
    const { location, me } = await signIn(newPerson({ address: email }))
    expect(location).toBe('/dashboard')
    expect(me).toMatchObject({ email })
    expect(await methodsOf(email)).toEqual(['credential', 'google'])
    await world.runJobsUntilIdle()
    expect(notify.sent.filter(({ to }) => to === email).at(-1)?.email).toEqual({
      kind: 'sign-in-linked',
      url: 'http://localhost:3000/account-settings',
    })
  })

  test.each([
    ['has never confirmed it', { isVerified: false }, { isAddressTrusted: true }],
    ['is only claimed by the provider', { isVerified: true }, { isAddressTrusted: false }],
  ])('is not linked if it %s', async (_case, user, person) => {
    const { email } = await register(undefined, user)
    const { location, me } = await signIn(newPerson({ address: email, ...person }), {
      provider: 'microsoft',
    })
    expect(location).toBe('/login?error=account_exists&provider=microsoft')
    expect(me).toMatchObject({ code: 'unauthenticated' })
    expect(await methodsOf(email)).toEqual(['credential'])
    expect(await emailsTo(email)).not.toContain('sign-in-linked')
  })

  test('is not linked to a second person at the same provider', async () => {
    const first = newPerson()
    await signIn(first)
    const { location } = await signIn(newPerson({ address: first.address }))
    expect(location).toBe('/login?error=account_exists&provider=google')
    expect(await methodsOf(first.address)).toEqual(['google'])
  })
})

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
    expect(signedIn.location).toBe('/dashboard')
  })

  test('takes no person away from another user, and no second person', async () => {
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

  test('the last way in is refused', async () => {
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

async function resetPassword(email: string) {
  await ctx.db.execute(sql`delete from rate_limits`)
  await world.request('POST', '/api/auth/forgot-password', { body: { email } })
  await world.runJobsUntilIdle()
  const sent = notify.sent.findLast(({ to }) => to === email)?.email
  const token = new URL(sent && 'url' in sent ? sent.url : '').searchParams.get('token')
  return world.request('POST', '/api/auth/reset-password', {
    body: { token, newPassword: password },
  })
}

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

  test('sets one with an emailed link, and can still sign in with the provider', async () => {
    const person = newPerson()
    await signIn(person)
    expect((await resetPassword(person.address)).status).toBe(200)
    expect((await logIn(person.address)).status).toBe(200)
    expect((await signIn(person)).location).toBe('/dashboard')
  })

  test('who had claimed the address loses the account to its owner', async () => {
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

  test('is not confirmed for them by its owner, who gets the account with a new password', async () => {
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

test('a provider that is not set up is not offered, and its link explains itself', async () => {
  const { microsoft } = mail.identities
  mail.identities.microsoft = null
  const browser = openBrowser(world)
  expect((await browser.visit('/api/auth/providers')).body).toEqual(['google'])
  expect((await browser.visit('/api/auth/microsoft')).location).toBe(
    '/login?error=unavailable&provider=microsoft',
  )
  mail.identities.microsoft = microsoft
})

test.each(['cross-site', 'same-site'])('a %s page cannot start a sign-in', async (site) => {
  const browser = openBrowser(world)
  const before = await ctx.db.$count(signInAttempts)
  const { location } = await browser.visit('/api/auth/google', {
    headers: { 'sec-fetch-site': site },
  })
  expect(location).toBe('/login')
  expect(browser.cookies.size).toBe(0)
  expect(await ctx.db.$count(signInAttempts)).toBe(before)
})

test('a network that tries too often is told so on the login page', async () => {
  const browser = openBrowser(world)
  const visits = await Promise.all(
    Array.from({ length: 61 }, () => browser.visit('/api/auth/google')),
  )
  const refused = visits.filter(({ location }) => location.startsWith('/login'))
  expect(refused.map(({ location }) => location)).toEqual(['/login?error=too_many&provider=google'])
  expect((await browser.visit('/api/auth/google/callback?state=x&code=y')).location).toBe(
    '/login?error=too_many&provider=google',
  )
})

test('neither state, code, address nor token is logged', async () => {
  const person = newPerson()
  await signIn(person)
  const { state = 'none' } = providerOf('google').asked.at(-1) ?? {}
  const text = world.logs.join('')
  expect(text).toContain('/api/auth/google/callback')
  for (const secret of [state, person.address, person.providerAccountId])
    expect(text).not.toContain(secret)
})

test('expired attempts are deleted', async () => {
  await openBrowser(world).visit('/api/auth/google')
  world.advance(11 * minuteMs)
  await deleteExpired(ctx)
  expect(await ctx.db.$count(signInAttempts)).toBe(0)
})
