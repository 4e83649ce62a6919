import { accounts, emails, users } from '@doorman/db/schema'
import type { SignInProvider } from '@doorman/domain/accounts/social-sign-in'
import type { ProviderIdentity } from '@doorman/mail/identity-provider'
import { asc, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { FakeApp } from './fake-app.ts'
import { openBrowser, type FakeBrowser } from './fake-browser.ts'

export const password = 'correct horse battery'

type SignInOptions = { provider?: SignInProvider; browser?: FakeBrowser; next?: string }

/** People at Google and Microsoft, and what their browsers do. */
export function simulateProviderSignIns(world: FakeApp) {
  const { ctx, mail, notify } = world
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

  return {
    newPerson,
    providerOf,
    toCallback,
    signIn,
    register,
    link,
    methodsOf,
    emailsTo,
    resetPassword,
  }
}
