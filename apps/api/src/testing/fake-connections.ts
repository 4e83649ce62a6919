import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { Grant } from '@doorman/mail/consent'
import { toFakeGrant, type FakeConsent } from '@doorman/services/testing/fake-mail-access'
import { expect } from 'vitest'
import type { FakeApp } from './fake-app.ts'

export type SignedInUser = { readonly email: string; readonly cookie: string }

let userCount = 0

/** A signed-in user with their own browser and network address. */
export async function newSignedInUser({ request }: FakeApp): Promise<SignedInUser> {
  userCount += 1
  const email = `person${userCount}@example.com`
  const { cookie = '' } = await request('POST', '/api/auth/register', {
    body: { email, password: 'correct horse battery' },
    ip: `198.51.100.${userCount}`,
  })
  expect(cookie).not.toBe('')
  return { email, cookie }
}

export function consentOf({ mail }: FakeApp, provider: MailProvider): FakeConsent {
  const consent = mail.consents[provider]
  if (!consent) throw new Error(`${provider} is not set up`)
  return consent
}

/** Starts a connection and returns the OAuth state. */
export async function startConnecting(
  world: FakeApp,
  { cookie }: SignedInUser,
  provider: MailProvider = 'gmail',
  body: { accountId?: string; isObserveOnly?: boolean } = {},
): Promise<string> {
  const { status } = await world.request('POST', `/api/${provider}/connect`, { cookie, body })
  expect(status).toBe(200)
  return consentOf(world, provider).asked.at(-1)?.state ?? ''
}

let codes = 0

/** Consents to everything and returns the authorization code. */
export function grantConsent(
  world: FakeApp,
  grant: Grant,
  provider: MailProvider = 'gmail',
): string {
  codes += 1
  consentOf(world, provider).redemptions.set(`code-${codes}`, { kind: 'granted', grant })
  return `code-${codes}`
}

/** Calls our callback as the provider would and returns where the browser is redirected. */
export async function returnFromProvider(
  { request }: FakeApp,
  { cookie }: SignedInUser | { cookie: undefined },
  query: Readonly<Record<string, string>>,
  provider: MailProvider = 'gmail',
): Promise<unknown> {
  const url = `/api/${provider}/callback?${new URLSearchParams(query)}`
  const { status, headers } = await request('GET', url, { cookie })
  expect(status).toBe(302)
  return headers['location']
}

/** Connects a mailbox from start to end. */
export async function connect(
  world: FakeApp,
  user: SignedInUser,
  subject: string,
  provider: MailProvider = 'gmail',
): Promise<unknown> {
  const state = await startConnecting(world, user, provider)
  const code = grantConsent(world, toFakeGrant(subject), provider)
  return returnFromProvider(world, user, { state, code }, provider)
}

export type Account = { readonly id: string } & Readonly<Record<string, unknown>>

export async function accountsOf(
  { request }: FakeApp,
  { cookie }: SignedInUser,
  provider: MailProvider = 'gmail',
): Promise<Account[]> {
  const { list } = (await request('GET', `/api/${provider}-accounts`, { cookie })).body
  return list as Account[]
}
