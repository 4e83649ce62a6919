import { openBrowser } from '@doorman/api/testing/fake-browser'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { accounts, grants, sessions, signInAttempts, users } from '@doorman/db/schema'
import type { SignInProvider } from '@doorman/domain/accounts/social-sign-in'
import { minuteMs } from '@doorman/domain/time'
import type { FaultEffect } from '@doorman/simulators/world/faults'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import { generateKeyPairSync, sign } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { openDemo } from './harness/demo.ts'

const demo = await openDemo(await createTestDatabase())
const { world, fetch, ctx } = demo
const providers = ['google', 'microsoft'] as const
const newPerson = (provider: SignInProvider) =>
  demo.newMailbox(provider === 'google' ? 'gmail' : 'microsoft')
const expired = (provider: SignInProvider) => `/login?error=expired&provider=${provider}`
const failed = (provider: SignInProvider) => `/login?error=failed&provider=${provider}`

afterEach(() => world.faults.clear())

/** Presses “Continue with …” and signs in at the provider. Returns its redirect back to us. */
async function goToProvider(
  provider: SignInProvider,
  person: MailStore,
  { browser = openBrowser(demo), answer = provider === 'google' ? 'allow' : 'accept' } = {},
) {
  const { location } = await browser.visit(`/api/auth/${provider}`)
  expect(await (await fetch(location)).text()).toContain(person.address)
  const form = new URLSearchParams({ answer, account: person.owner.subject })
  const sent = await fetch(location, { method: 'POST', body: form })
  const callback = new URL(sent.headers.get('location') ?? '')
  return { browser, callback }
}

const visit = async (browser: ReturnType<typeof openBrowser>, { pathname, search }: URL) =>
  (await browser.visit(pathname + search)).location

const isSignedIn = async (browser: ReturnType<typeof openBrowser>) =>
  (await browser.visit('/api/auth/me')).status === 200

/** Expects that no user was created for the person. */
async function expectNothing(person: MailStore): Promise<void> {
  const rows = await ctx.db.select({ email: users.email }).from(users)
  expect(rows.map(({ email }) => email)).not.toContain(person.address)
}

describe.each(providers)('with %s', (provider) => {
  test('a person of the demo signs in, and no token is kept', async () => {
    const person = newPerson(provider)
    const { browser, callback } = await goToProvider(provider, person)
    expect(await visit(browser, callback)).toBe('/dashboard?welcome=new')
    expect((await browser.visit('/api/auth/me')).body).toMatchObject({
      email: person.address,
      // Google hosts the address; an organisation at Microsoft only claims it.
      isVerified: provider === 'google',
    })
    expect(await ctx.db.$count(grants)).toBe(0)
    expect(world.record.grants).toEqual([])
  })

  test('loading the callback again leads to the app, and starts no second session', async () => {
    const { browser, callback } = await goToProvider(provider, newPerson(provider))
    await visit(browser, callback)
    const count = await ctx.db.$count(sessions)
    expect(await visit(browser, callback)).toBe('/dashboard')
    expect(await ctx.db.$count(sessions)).toBe(count)
    browser.cookies.delete('doorman.session')
    expect(await visit(browser, callback)).toBe(expired(provider))
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('another browser cannot finish the sign-in', async () => {
    const person = newPerson(provider)
    const { callback } = await goToProvider(provider, person)
    const stranger = openBrowser(demo)
    expect(await visit(stranger, callback)).toBe(expired(provider))
    // A browser that has started another sign-in cannot finish it either.
    await stranger.visit(`/api/auth/${provider}`)
    expect(await visit(stranger, callback)).toBe(expired(provider))
    expect(await isSignedIn(stranger)).toBe(false)
    await expectNothing(person)
  })

  test('the other provider’s callback does not accept the sign-in', async () => {
    const person = newPerson(provider)
    const { browser, callback } = await goToProvider(provider, person)
    const other = provider === 'google' ? 'microsoft' : 'google'
    callback.pathname = `/api/auth/${other}/callback`
    expect(await visit(browser, callback)).toBe(expired(other))
    await expectNothing(person)
  })

  test('the callback for mailboxes does not accept the sign-in', async () => {
    const person = newPerson(provider)
    const { browser, callback } = await goToProvider(provider, person)
    callback.pathname = `/api/${provider === 'google' ? 'gmail' : provider}/callback`
    expect(await visit(browser, callback)).toBe('/?error=expired')
    await expectNothing(person)
  })

  test.each(['missing', 'wrong', 'given twice'])('a state that is %s is refused', async (fault) => {
    const person = newPerson(provider)
    const { browser, callback } = await goToProvider(provider, person)
    if (fault === 'missing') callback.searchParams.delete('state')
    else if (fault === 'wrong') callback.searchParams.set('state', 'A'.repeat(43))
    else callback.searchParams.append('state', 'A'.repeat(43))
    expect(await visit(browser, callback)).toBe(expired(provider))
    await expectNothing(person)
  })

  test('a sign-in expires after ten minutes', async () => {
    const person = newPerson(provider)
    const { browser, callback } = await goToProvider(provider, person)
    demo.advance(10 * minuteMs)
    expect(await visit(browser, callback)).toBe(expired(provider))
    await expectNothing(person)
  })

  test('a code without its verifier is worthless: PKCE', async () => {
    const person = newPerson(provider)
    const { browser, callback } = await goToProvider(provider, person)
    const own = await goToProvider(provider, newPerson(provider), { browser })
    // The stolen code of another sign-in, in a callback of our own.
    own.callback.searchParams.set('code', callback.searchParams.get('code') ?? '')
    expect(await visit(browser, own.callback)).toBe(expired(provider))
    await expectNothing(person)
  })

  test('cancelling at the provider leads back to the login page', async () => {
    const person = newPerson(provider)
    const { browser, callback } = await goToProvider(provider, person, { answer: 'cancel' })
    expect(await visit(browser, callback)).toBe(`/login?error=denied&provider=${provider}`)
  })

  test.each(['server_error', 'temporarily_unavailable', '<script>'])(
    'the error %s leads back to the login page',
    async (error) => {
      const { browser, callback } = await goToProvider(provider, newPerson(provider))
      callback.searchParams.set('error', error)
      expect(await visit(browser, callback)).toBe(failed(provider))
    },
  )

  test('a callback with neither code nor error is refused', async () => {
    const { browser, callback } = await goToProvider(provider, newPerson(provider))
    callback.searchParams.delete('code')
    expect(await visit(browser, callback)).toBe(failed(provider))
  })

  test.each([
    ['fails', 'server-error'],
    ['breaks off', 'cut'],
    ['stops midway', 'truncated'],
    ['answers with nonsense', 'garbage'],
    ['has received the code and fails', 'applied-then-500'],
    ['rejects our client', { status: 401, body: { error: 'invalid_client' } }],
    ['does not answer for a minute', { delayMs: minuteMs }],
  ] as [string, FaultEffect][])(
    'a token endpoint that %s starts no session',
    async (_case, effect) => {
      const person = newPerson(provider)
      const { browser, callback } = await goToProvider(provider, person)
      const match = ({ url }: Request) => url.endsWith('/token')
      world.faults.push({ provider, match, effect, times: 5 })
      const answer = visit(browser, callback)
      if (typeof effect === 'object' && 'delayMs' in effect) await passTime(answer)
      expect(await answer).toBe(failed(provider))
      expect(await isSignedIn(browser)).toBe(false)
      await expectNothing(person)
      // The circuit breaker must not stop the next test.
      await demo.clock.advance(5 * minuteMs)
      demo.advance(5 * minuteMs)
    },
  )

  test('a token with a foreign signature starts no session', async () => {
    const person = newPerson(provider)
    const { browser, callback } = await goToProvider(provider, person)
    const forged = forgeToken({ sub: person.owner.subject, email: person.address })
    const match = ({ url }: Request) => url.endsWith('/token')
    const effect = { status: 200, body: { access_token: 'a', expires_in: 60, id_token: forged } }
    world.faults.push({ provider, match, effect })
    expect(await visit(browser, callback)).toBe(expired(provider))
    await expectNothing(person)
  })
})

test('a Google account whose address is not verified opens no existing account', async () => {
  const email = 'victim@own.example'
  const body = { email, password: 'correct horse battery' }
  await demo.request('POST', '/api/auth/register', { body })
  await ctx.db.update(users).set({ emailVerified: true })
  const person = world.addMailbox({
    provider: 'google',
    address: email,
    name: 'Mallory',
    isAddressVerified: false,
  })
  const before = await ctx.db.$count(accounts)
  const { browser, callback } = await goToProvider('google', person)
  expect(await visit(browser, callback)).toBe('/login?error=account_exists&provider=google')
  expect(await isSignedIn(browser)).toBe(false)
  expect(await ctx.db.$count(accounts)).toBe(before)
})

test('the data that we store about a sign-in opens nothing', async () => {
  const { browser, callback } = await goToProvider('google', newPerson('google'))
  const rows = JSON.stringify(await ctx.db.select().from(signInAttempts))
  expect(rows).not.toContain(callback.searchParams.get('state'))
  expect(rows).not.toContain(browser.cookies.get('doorman.sign-in'))
})

function forgeToken(claims: object): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const head = encode({ alg: 'RS256', kid: 'simulated-google-1' })
  const signed = `${head}.${encode({ exp: 4_000_000_000, ...claims })}`
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
}

/** Moves the simulated clock until the request is answered. */
async function passTime(answer: Promise<unknown>): Promise<void> {
  let isDone = false
  void answer.then(() => (isDone = true))
  while (!isDone) {
    await demo.clock.advance(1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
