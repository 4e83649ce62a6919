import * as activity from '@doorman/contract/activity'
import * as auth from '@doorman/contract/auth'
import * as billing from '@doorman/contract/billing'
import * as dashboard from '@doorman/contract/dashboard'
import * as emails from '@doorman/contract/emails'
import { pathParameters, type Endpoint } from '@doorman/contract/endpoint'
import * as filterSettings from '@doorman/contract/filter-settings'
import * as filteredEmails from '@doorman/contract/filtered-emails'
import * as firstScans from '@doorman/contract/first-scans'
import * as mailboxCalls from '@doorman/contract/mailboxes'
import * as ownData from '@doorman/contract/own-data'
import * as secondFactor from '@doorman/contract/second-factor'
import * as subscriptions from '@doorman/contract/subscriptions'
import {
  checkouts,
  decisions,
  mailboxes,
  passkeys,
  senderReputations,
  sessions,
  users,
} from '@doorman/db/schema'
import { simulatePayments } from '@doorman/services/testing/fake-billing'
import { MailboxId, type ProviderMessageId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { accountsOf, connect, newSignedInUser } from '../testing/fake-connections.ts'
import { password } from '../testing/fake-second-factor.ts'

const { payments } = simulatePayments(new Date())
const app = await openFakeApp({ payments })
const { request, ctx } = app
const [ann, bob] = [await newSignedInUser(app), await newSignedInUser(app)]

/** For each call: the kinds of ids it takes, and (`also`) its other fields. */
const calls: Record<string, Call> = {
  'POST /api/gmail/connect': { accountId: 'gmail' },
  'POST /api/microsoft/connect': { accountId: 'microsoft' },
  'PATCH /api/gmail-accounts/:id/pause': { id: 'gmail' },
  'PATCH /api/gmail-accounts/:id/unpause': { id: 'gmail' },
  'DELETE /api/gmail-accounts/:id': { id: 'gmail' },
  'PATCH /api/microsoft-accounts/:id/pause': { id: 'microsoft' },
  'PATCH /api/microsoft-accounts/:id/unpause': { id: 'microsoft' },
  'DELETE /api/microsoft-accounts/:id': { id: 'microsoft' },
  'POST /api/accounts/set-active': { accountId: 'gmail', also: { accountType: 'gmail' } },
  'GET /api/filtered-emails': { accountId: 'gmail', cursor: 'decision', before: 'decision' },
  'POST /api/filtered-emails/:id/action': { id: 'decision', also: { action: 'restore' } },
  'POST /api/filtered-emails/:id/undo': { id: 'decision' },
  'POST /api/filtered-emails/actions': { ids: 'decision', also: { action: 'spam' } },
  'GET /api/filtered-emails/:id/preview': { id: 'decision' },
  [`GET ${filteredEmails.openFilteredEmailPath}`]: { id: 'decision' },
  [`GET ${filteredEmails.filteredEmailsExportPath}`]: { accountId: 'gmail' },
  'PATCH /api/accounts/:id/observe-only': { id: 'gmail', also: { enabled: true } },
  'POST /api/accounts/:id/move-observed': { id: 'gmail' },
  'POST /api/first-scans/:accountId/dismiss': { accountId: 'gmail' },
  'POST /api/first-scans/:accountId/undo': { accountId: 'gmail', also: { observeOnly: true } },
  'GET /api/senders': { before: 'sender' },
  'DELETE /api/senders/:address': { address: 'sender' },
  'GET /api/activity': { accountId: 'gmail', before: 'decision' },
  'GET /api/activity/days': { accountId: 'gmail', before: 'day' },
  'POST /api/billing/checkout': { sessionId: 'checkout' },
  'PATCH /api/second-factor/passkeys/:id': { id: 'passkey', also: { name: 'Key', password } },
  'DELETE /api/second-factor/passkeys/:id': { id: 'passkey', also: { password } },
  'DELETE /api/account/devices/:id': { id: 'session' },
}
const idFields = ['id', 'ids', 'accountId', 'cursor', 'before', 'address', 'sessionId'] as const

type IdKind =
  | 'day'
  | 'gmail'
  | 'microsoft'
  | 'decision'
  | 'sender'
  | 'checkout'
  | 'passkey'
  | 'session'
type Call = Partial<Record<(typeof idFields)[number], IdKind>> & {
  readonly also?: Readonly<Record<string, unknown>>
}

const endpoints = [
  activity,
  auth,
  billing,
  subscriptions,
  dashboard,
  emails,
  filterSettings,
  filteredEmails,
  firstScans,
  mailboxCalls,
  ownData,
  secondFactor,
].flatMap((module) => Object.values(module).filter(isEndpoint))

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

const lineOf = ({ method, path }: Endpoint) => `${method} ${path}`
const idFieldsOf = ({ input }: Endpoint) =>
  idFields.filter((field) => Object.hasOwn(input.def.shape, field))

/** This call takes an address that the user types, not the id of a stored row. */
const isNoLookup = (endpoint: Endpoint) => lineOf(endpoint) === 'POST /api/senders'

/** These calls answer with a redirect or a file, so the contract has no endpoint for them. */
const isNoEndpoint = (line: string) => /\/(?:open|export)$/.test(line)

test('every call that takes an id is listed with the kind of id', () => {
  const listed = Object.entries(calls)
    .filter(([line]) => !isNoEndpoint(line))
    .map(([line, call]) => [line, idFields.filter((field) => Object.hasOwn(call, field))])
  const withIds = endpoints
    .filter((endpoint) => idFieldsOf(endpoint).length > 0 && !isNoLookup(endpoint))
    .map((endpoint) => [lineOf(endpoint), idFieldsOf(endpoint)])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(withIds))
})

/** Routes whose path parameter is not the id of a user's row. */
const withoutIds = [
  'DELETE /api/whitelist/:domain',
  'POST /api/identities/:provider',
  'DELETE /api/identities/:provider',
]

test('no route of signed-in users with an id in its path is missing', () => {
  const open = /^\S+ \/(media|api\/(admin|blog))\//
  const withIds = app.routes.filter((line) => line.includes(':') && !open.test(line))
  const listed = [...Object.keys(calls).filter((line) => line.includes(':')), ...withoutIds]
  expect(withIds.sort()).toEqual(listed.sort())
})

async function seedBobsRows(): Promise<Record<IdKind, string>> {
  await connect(app, bob, 'bob-gmail')
  await connect(app, bob, 'bob-outlook', 'microsoft')
  const [gmail] = await accountsOf(app, bob)
  const [microsoft] = await accountsOf(app, bob, 'microsoft')
  const [decision] = await ctx.db
    .insert(decisions)
    .values({
      mailboxId: MailboxId.parse(gmail?.id),
      providerMessageId: 'message' as ProviderMessageId,
      outcome: 'filter',
      reason: 'cold-outreach',
      decidedAt: new Date(),
      receivedAt: new Date(),
      subject: 'Quick question',
      category: 'sales',
      score: 0.99,
      state: 'set-aside',
      movedAt: new Date(),
    })
    .returning()
  if (!gmail || !microsoft || !decision) throw new Error('Bob’s rows are missing')
  const [box] = await ctx.db.select().from(mailboxes)
  await ctx.db.insert(senderReputations).values({
    userId: box?.userId ?? ('' as never),
    address: 'pat@vendor.example',
    reputation: 'trusted',
    setAt: new Date(),
    decisionId: decision.id,
  })
  const { body } = await request('POST', '/api/subscriptions/create', {
    ...bob,
    body: { plan: 'monthly' },
  })
  return {
    day: '2999-01-01',
    checkout: String(body['sessionUrl']).split('/').at(-1) ?? '',
    gmail: gmail.id,
    microsoft: microsoft.id,
    decision: decision.id,
    sender: 'pat@vendor.example',
    passkey: await addPasskey(),
    session: (await ctx.login.findActor(bob.cookie))?.sessionId ?? '',
  }
}

async function addPasskey(): Promise<string> {
  const [owner] = await ctx.db.select().from(users).where(eq(users.email, bob.email))
  const [added] = await ctx.db
    .insert(passkeys)
    .values({
      userId: owner?.id ?? ('' as never),
      credentialId: 'key',
      publicKey: new Uint8Array(),
      counter: 0,
      transports: [],
      name: 'Key',
      createdAt: new Date(),
    })
    .returning()
  return added?.id ?? ''
}

const bobsIds = await seedBobsRows()
const unknownIds: Record<IdKind, string> = {
  day: '2999-01-01',
  gmail: randomUUID(),
  microsoft: randomUUID(),
  decision: randomUUID(),
  sender: 'nobody@vendor.example',
  checkout: 'cs_test_unknown',
  passkey: randomUUID(),
  session: randomUUID(),
}
const loadRows = async () => [
  await ctx.db.select().from(decisions),
  await ctx.db.select().from(mailboxes),
  await ctx.db.select().from(senderReputations),
  await ctx.db.select().from(checkouts),
  await ctx.db.select().from(passkeys),
  await ctx.db.select({ id: sessions.id }).from(sessions),
]

async function send(line: string, ids: Record<IdKind, string>) {
  const [method, path] = line.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string]
  const { also = {}, ...fields } = calls[line] ?? {}
  const input = new Map<string, unknown>(Object.entries(also))
  for (const [field, kind] of Object.entries(fields))
    input.set(field, field === 'ids' ? [ids[kind]] : ids[kind])
  let url = path
  for (const name of pathParameters(path)) {
    url = url.replace(`:${name}`, encodeURIComponent(String(input.get(name))))
    input.delete(name)
  }
  const rest = Object.fromEntries(input)
  if (method === 'GET')
    return request(method, `${url}?${new URLSearchParams(rest as Record<string, string>)}`, ann)
  return request(method, url, { ...ann, ...(Object.keys(rest).length > 0 && { body: rest }) })
}

test.each(Object.keys(calls))(
  '%s treats another user’s id as unknown and changes nothing',
  async (line) => {
    const before = await loadRows()
    const foreign = await send(line, bobsIds)
    const unknown = await send(line, unknownIds)
    expect(foreign.status).toBe(unknown.status)
    expect(foreign.status).not.toBe(422)
    const withoutIds = (text: string, ids: Record<IdKind, string>) =>
      Object.values(ids).reduce((hidden, value) => hidden.replaceAll(value, '…'), text)
    expect(withoutIds(JSON.stringify(foreign.body), bobsIds)).toBe(
      withoutIds(JSON.stringify(unknown.body), unknownIds),
    )
    expect(await loadRows()).toEqual(before)
  },
)
