import type { Provider } from '@doorman/domain/mailbox'
import type { Grant } from '@doorman/mail/consent'
import { toFakeGrant, type FakeConsent } from '@doorman/services/fake-mail-access'
import { expect } from 'vitest'
import type { FakeApp } from './fake-app.ts'

export type Person = { readonly email: string; readonly cookie: string }

let people = 0

/** Somebody with an account, at a browser and a network of their own. */
export async function newPerson({ ask }: FakeApp): Promise<Person> {
  people += 1
  const email = `person${people}@example.com`
  const { cookie = '' } = await ask('POST', '/api/auth/register', {
    body: { email, password: 'correct horse battery' },
    ip: `198.51.100.${people}`,
  })
  expect(cookie).not.toBe('')
  return { email, cookie }
}

export function consentOf({ mail }: FakeApp, provider: Provider): FakeConsent {
  const consent = mail.consents[provider]
  if (!consent) throw new Error(`${provider} is not set up`)
  return consent
}

/** Sets out for a provider, and gives the state it was asked with. */
export async function begin(
  world: FakeApp,
  { cookie }: Person,
  provider: Provider = 'gmail',
  body: { accountId?: string; isObserveOnly?: boolean } = {},
): Promise<string> {
  const { status } = await world.ask('POST', `/api/${provider}/connect`, { cookie, body })
  expect(status).toBe(200)
  return consentOf(world, provider).asked.at(-1)?.state ?? ''
}

let codes = 0

/** The user allows everything: a code for this grant. */
export function allow(world: FakeApp, grant: Grant, provider: Provider = 'gmail'): string {
  codes += 1
  consentOf(world, provider).redemptions.set(`code-${codes}`, { kind: 'granted', grant })
  return `code-${codes}`
}

/** Where the browser ends up that the provider sends back with this. */
export async function comeBack(
  { ask }: FakeApp,
  { cookie }: Person | { cookie: undefined },
  query: Readonly<Record<string, string>>,
  provider: Provider = 'gmail',
): Promise<unknown> {
  const url = `/api/${provider}/callback?${new URLSearchParams(query)}`
  const { status, headers } = await ask('GET', url, { cookie })
  expect(status).toBe(302)
  return headers['location']
}

/** The whole way, with everything allowed. */
export async function connect(
  world: FakeApp,
  person: Person,
  subject: string,
  provider: Provider = 'gmail',
): Promise<unknown> {
  const state = await begin(world, person, provider)
  const code = allow(world, toFakeGrant(subject), provider)
  return comeBack(world, person, { state, code }, provider)
}

export type Account = { readonly id: string } & Readonly<Record<string, unknown>>

export async function accountsOf(
  { ask }: FakeApp,
  { cookie }: Person,
  provider: Provider = 'gmail',
): Promise<Account[]> {
  const { list } = (await ask('GET', `/api/${provider}-accounts`, { cookie })).body
  return list as Account[]
}
