import { describe, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { openBrowser } from '../testing/fake-browser.ts'
import { password, simulateProviderSignIns } from '../testing/fake-provider-sign-ins.ts'

const world = await openFakeApp()
const { notify } = world
const { newPerson, signIn, register, link, methodsOf, resetPassword } =
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

  test('sets one with an emailed link, and can still sign in with the provider', async () => {
    const person = newPerson()
    await signIn(person)
    expect((await resetPassword(person.address)).status).toBe(200)
    expect((await logIn(person.address)).status).toBe(200)
    expect((await signIn(person)).location).toBe('/dashboard?welcome=back')
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
