import { signInAttempts, totpSecrets, users } from '@doorman/db/schema'
import { minuteMs } from '@doorman/domain/time'
import { deleteExpired } from '@doorman/services/housekeeping/delete-expired'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { openBrowser } from '../testing/fake-browser.ts'
import { simulateProviderSignIns } from '../testing/fake-provider-sign-ins.ts'

const world = await openFakeApp()
const { ctx, mail, notify } = world
const { newPerson, providerOf, toCallback, signIn, register, methodsOf, emailsTo } =
  simulateProviderSignIns(world)

describe('a new person', () => {
  test('gets an account with a confirmed address, and is signed in', async () => {
    const person = newPerson()
    const { location, me } = await signIn(person)
    expect(location).toBe('/dashboard?welcome=new')
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

  test('a person who signs in in two tabs at once gets one account', async () => {
    const person = newPerson()
    const browser = openBrowser(world)
    const callbacks: string[] = []
    for (let tabs = 0; tabs < 2; tabs++) {
      await browser.visit('/api/auth/google')
      callbacks.push(toCallback('google', person))
    }
    const answers = await Promise.all(callbacks.map((url) => browser.visit(url)))
    expect(answers.map(({ location }) => location).toSorted()).toEqual([
      '/dashboard?welcome=back',
      '/dashboard?welcome=new',
    ])
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
    expect(location).toBe('/dashboard?welcome=back')
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
    const person = newPerson()
    for (const [next, expected] of [
      ['/billing?plan=yearly', '/billing?plan=yearly&welcome=new'],
      ['/billing#plans', '/billing?welcome=back#plans'],
    ] as const)
      expect((await signIn(person, { next })).location).toBe(expected)
  })

  test.each(['//evil.test', '/\\evil.test', 'https:evil.test', '/%2f%2fevil.test', '@evil.test'])(
    'does not go to %s',
    async (next) => {
      expect((await signIn(newPerson(), { next })).location).toBe('/dashboard?welcome=new')
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
    expect(location).toBe('/dashboard?welcome=new')
    expect(me['id']).not.toBe(first.me['id'])
  })

  test('whose account is deleted while they sign in gets a page, not an error', async () => {
    const person = newPerson()
    await signIn(person)
    const google = providerOf('google')
    google.beforeRedemption = () => ctx.db.delete(users).where(eq(users.email, person.address))
    const { location } = await signIn(person)
    google.beforeRedemption = async () => {}
    expect(location).toBe('/dashboard?welcome=new')
  })
})

describe('a user with the same address', () => {
  test('is linked and told, if both sides have proved the address', async () => {
    const { email } = await register()
    const { location, me } = await signIn(newPerson({ address: email }))
    expect(location).toBe('/dashboard?welcome=back')
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

describe('a person who cancels at the provider', () => {
  test.each([
    ['?from=register', '/register?error=denied&provider=google'],
    ['?next=%2Factivity', '/login?error=denied&provider=google&next=%2Factivity'],
    ['?from=%2F%2Fevil.test&next=%2F%2Fevil.test', '/login?error=denied&provider=google'],
  ])('after starting with %j returns to %s', async (query, expected) => {
    const browser = openBrowser(world)
    await browser.visit(`/api/auth/google${query}`)
    const { state = '' } = providerOf('google').asked.at(-1) ?? {}
    const denial = new URLSearchParams({ state, error: 'access_denied' })
    const { location } = await browser.visit(`/api/auth/google/callback?${denial}`)
    expect(location).toBe(expected)
  })

  test('without an attempt of ours sees one of our two pages', async () => {
    const visit = async (state: string) =>
      (await openBrowser(world).visit(`/api/auth/google/callback?state=${state}&error=x`)).location
    expect(await visit('register.invented')).toBe('/register?error=expired&provider=google')
    expect(await visit('evil.invented')).toBe('/login?error=expired&provider=google')
  })
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

test('a network that registers too many people is told so where it started', async () => {
  const browser = openBrowser(world)
  const register = async () => {
    browser.cookies.clear()
    await browser.visit('/api/auth/google?from=register')
    return (await browser.visit(toCallback('google', newPerson()))).location
  }
  const locations = new Set<string>()
  for (let people = 0; people < 21; people += 1) locations.add(await register())
  expect([...locations]).toEqual([
    '/dashboard?welcome=new',
    '/register?error=too_many_accounts&provider=google',
  ])
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
