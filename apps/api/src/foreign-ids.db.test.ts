import * as activity from '@doorman/contract/activity'
import * as auth from '@doorman/contract/auth'
import * as billing from '@doorman/contract/billing'
import * as dashboard from '@doorman/contract/dashboard'
import { pathParameters, type Endpoint } from '@doorman/contract/endpoint'
import * as filterSettings from '@doorman/contract/filter-settings'
import * as filteredEmails from '@doorman/contract/filtered-emails'
import * as mailboxCalls from '@doorman/contract/mailboxes'
import { decisions, knownSenders, mailboxes } from '@doorman/db/schema'
import { MailboxId, type MailId } from '@doorman/domain/ids'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openFakeApp } from './fake-app.ts'
import { accountsOf, connect, newPerson } from './fake-connections.ts'

const app = await openFakeApp()
const { ask, ctx } = app
const [ann, bob] = [await newPerson(app), await newPerson(app)]

/** Which of Bob's things an id of each call could name; what else the call needs. */
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
  'GET /api/filtered-emails': { accountId: 'gmail', before: 'decision' },
  'POST /api/filtered-emails/:id/action': { id: 'decision', also: { action: 'restore' } },
  'POST /api/filtered-emails/:id/undo': { id: 'decision' },
  'POST /api/filtered-emails/actions': { ids: 'decision', also: { action: 'spam' } },
  'GET /api/filtered-emails/:id/preview': { id: 'decision' },
  'PATCH /api/accounts/:id/observe-only': { id: 'gmail', also: { enabled: true } },
  'GET /api/senders': { before: 'sender' },
  'DELETE /api/senders/:address': { address: 'sender' },
  'GET /api/activity': { accountId: 'gmail', before: 'decision' },
}
const idFields = ['id', 'ids', 'accountId', 'before', 'address'] as const

type Thing = 'gmail' | 'microsoft' | 'decision' | 'sender'
type Call = Partial<Record<(typeof idFields)[number], Thing>> & {
  readonly also?: Readonly<Record<string, unknown>>
}

const endpoints = [
  activity,
  auth,
  billing,
  dashboard,
  filterSettings,
  filteredEmails,
  mailboxCalls,
].flatMap((module) => Object.values(module).filter(isEndpoint))

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

const lineOf = ({ method, path }: Endpoint) => `${method} ${path}`
const namedBy = ({ input }: Endpoint) =>
  idFields.filter((field) => Object.hasOwn(input.def.shape, field))

test('S13: every call that takes an id is listed with what it names', () => {
  const listed = Object.entries(calls).map(([line, call]) => [
    line,
    idFields.filter((field) => Object.hasOwn(call, field)),
  ])
  const taking = endpoints
    .filter((endpoint) => namedBy(endpoint).length > 0)
    .map((endpoint) => [lineOf(endpoint), namedBy(endpoint)])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(taking))
})

async function settle(): Promise<Record<Thing, string>> {
  await connect(app, bob, 'bob-gmail')
  await connect(app, bob, 'bob-outlook', 'microsoft')
  const [gmail] = await accountsOf(app, bob)
  const [microsoft] = await accountsOf(app, bob, 'microsoft')
  const [decision] = await ctx.db
    .insert(decisions)
    .values({
      mailboxId: MailboxId.parse(gmail?.id),
      messageId: 'message' as MailId,
      outcome: 'filter',
      reason: 'cold-outreach',
      decidedAt: new Date(),
      receivedAt: new Date(),
      subject: 'Quick question',
      category: 'sales',
      score: 0.99,
      state: 'done',
      actedAt: new Date(),
    })
    .returning()
  if (!gmail || !microsoft || !decision) throw new Error('Bob has nothing')
  const [box] = await ctx.db.select().from(mailboxes)
  await ctx.db.insert(knownSenders).values({
    userId: box?.userId ?? ('' as never),
    address: 'pat@vendor.example',
    standing: 'trusted',
    settledAt: new Date(),
    decisionId: decision.id,
  })
  return {
    gmail: gmail.id,
    microsoft: microsoft.id,
    decision: decision.id,
    sender: 'pat@vendor.example',
  }
}

const his = await settle()
const nobodys: Record<Thing, string> = {
  gmail: randomUUID(),
  microsoft: randomUUID(),
  decision: randomUUID(),
  sender: 'nobody@vendor.example',
}
const everything = async () => [
  await ctx.db.select().from(decisions),
  await ctx.db.select().from(mailboxes),
  await ctx.db.select().from(knownSenders),
]

async function send(line: string, things: Record<Thing, string>) {
  const [method, path] = line.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string]
  const { also = {}, ...fields } = calls[line] ?? {}
  const input = new Map<string, unknown>(Object.entries(also))
  for (const [field, thing] of Object.entries(fields))
    input.set(field, field === 'ids' ? [things[thing]] : things[thing])
  let url = path
  for (const name of pathParameters(path)) {
    url = url.replace(`:${name}`, encodeURIComponent(String(input.get(name))))
    input.delete(name)
  }
  const rest = Object.fromEntries(input)
  if (method === 'GET')
    return ask(method, `${url}?${new URLSearchParams(rest as Record<string, string>)}`, ann)
  return ask(method, url, { ...ann, ...(Object.keys(rest).length > 0 && { body: rest }) })
}

test.each(Object.keys(calls))(
  'I8: %s answers for Bob’s as for nobody’s, and changes nothing',
  async (line) => {
    const before = await everything()
    const foreign = await send(line, his)
    const unknown = await send(line, nobodys)
    expect(foreign.status).toBe(unknown.status)
    expect(foreign.status).not.toBe(422)
    const hide = (text: string, things: Record<Thing, string>) =>
      Object.values(things).reduce((hidden, value) => hidden.replaceAll(value, '…'), text)
    expect(hide(JSON.stringify(foreign.body), his)).toBe(
      hide(JSON.stringify(unknown.body), nobodys),
    )
    expect(await everything()).toEqual(before)
  },
)
