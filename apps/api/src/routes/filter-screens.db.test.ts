import { dailyCounts, decisions, mailboxes, smartReplies, users } from '@doorman/db/schema'
import { DecisionId, MailboxId, type MailId } from '@doorman/domain/ids'
import type { Provider } from '@doorman/domain/mailbox'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openFakeApp, type Method } from '../fake-app.ts'
import { accountsOf, connect, newPerson, type Person } from '../fake-connections.ts'

const app = await openFakeApp()
const { ask, ctx } = app

let made = 0

/** Somebody in their trial, with a mailbox from which one message was set aside. */
async function newReader(provider: Provider = 'gmail', row: Partial<Row> = {}) {
  const person = await newPerson(app)
  await connect(app, person, `reader${(made += 1)}`, provider)
  const [account] = await accountsOf(app, person, provider)
  const mailboxId = MailboxId.parse(account?.id)
  const values = { ...pitch, mailboxId, messageId: `message-${made}` as MailId, ...row }
  const [decision] = await ctx.db.insert(decisions).values(values).returning()
  return { ...person, mailboxId, id: decision?.id ?? '' }
}

type Reader = Awaited<ReturnType<typeof newReader>>
type Row = typeof decisions.$inferInsert
const pitch = {
  outcome: 'filter',
  reason: 'cold-outreach',
  decidedAt: new Date(),
  receivedAt: new Date('2026-01-02T03:04:05Z'),
  subject: 'Quick question',
  senderName: 'Pat',
  senderAddress: 'pat@vendor.example',
  category: 'sales',
  score: 0.97,
  signals: ['asks-for-a-call'],
  redactions: { emails: 2 },
  state: 'done',
  actedAt: new Date(),
} satisfies Partial<Row>

async function answer({ id, mailboxId }: Reader, state: 'sent' | 'bounced'): Promise<void> {
  const [owner] = await ctx.db
    .select({ userId: mailboxes.userId })
    .from(mailboxes)
    .where(eq(mailboxes.id, mailboxId))
  if (!owner) throw new Error('It is nobody’s')
  await ctx.db.insert(smartReplies).values({
    ...owner,
    mailboxId,
    decisionId: DecisionId.parse(id),
    sender: 'pat@vendor.example',
    organisation: 'vendor.example',
    claimedAt: new Date('2026-01-02T03:05:00Z'),
    headerId: `<${id}@ann.example>`,
    state,
  })
}

const endTrial = ({ email }: Person) =>
  ctx.db
    .update(users)
    .set({ trialEndsAt: new Date(0) })
    .where(eq(users.email, email))

test.each(['gmail', 'microsoft'] as const)(
  '153, 162: an email of %s, as the API promises it',
  async (provider) => {
    const ann = await newReader(provider)
    const { status, body } = await ask('GET', '/api/filtered-emails', ann)
    expect(status).toBe(200)
    expect(body['list']).toEqual([
      {
        id: ann.id,
        provider,
        gmailAccountId: provider === 'gmail' ? ann.mailboxId : null,
        microsoftAccountId: provider === 'microsoft' ? ann.mailboxId : null,
        messageId: expect.stringMatching(/^message-/),
        from: 'Pat <pat@vendor.example>',
        subject: 'Quick question',
        snippet: '',
        receivedAt: '2026-01-02T03:04:05.000Z',
        classificationScore: 0.97,
        category: 'sales',
        reasoning: 'It looks like a sales pitch: it asks for a call or a meeting.',
        detectedSignals: ['Asks for a call or a meeting'],
        redactionStats: {
          emails: 2,
          phones: 0,
          urls: 0,
          creditCards: 0,
          ssns: 0,
          amounts: 0,
          ipAddresses: 0,
          accountNumbers: 0,
        },
        hasAnswerBounced: false,
        isGone: false,
      },
    ])
  },
)

test('an answer in the user’s name is told to that user, and to nobody else', async () => {
  const [ann, bob] = [await newReader(), await newReader()]
  await answer(ann, 'bounced')
  await answer(bob, 'sent')
  const told = { answeredAt: '2026-01-02T03:05:00.000Z' }
  expect((await ask('GET', '/api/filtered-emails', ann)).body['list']).toMatchObject([
    { id: ann.id, ...told, hasAnswerBounced: true },
  ])
  expect((await ask('GET', '/api/filtered-emails', bob)).body['list']).toMatchObject([
    { id: bob.id, ...told, hasAnswerBounced: false },
  ])
  expect((await ask('GET', '/api/activity', ann)).body['list']).toMatchObject([
    { id: ann.id, ...told },
  ])
  const acted = await ask('POST', `/api/filtered-emails/${ann.id}/action`, {
    ...ann,
    body: { action: 'restore' },
  })
  expect(acted.body).toMatchObject({ ...told, hasAnswerBounced: true })
})

test.each([
  [{ senderName: '', senderAddress: 'pat@vendor.example' }, 'pat@vendor.example'],
  [{ senderName: null, senderAddress: null }, ''],
])('a sender of whom we know %j is shown as %j', async (row, from) => {
  const ann = await newReader('gmail', row)
  expect((await ask('GET', '/api/filtered-emails', ann)).body['list']).toMatchObject([{ from }])
})

describe('155, 158, A-09: an act', () => {
  test.each([
    ['restore', 'restored'],
    ['restored', 'restored'],
    ['spam', 'spam'],
  ])('%s shows at once as %s, and can be taken back', async (action, shown) => {
    const ann = await newReader()
    const acted = await ask('POST', `/api/filtered-emails/${ann.id}/action`, {
      ...ann,
      body: { action },
    })
    expect(acted).toMatchObject({ status: 200, body: { id: ann.id, action: shown } })
    const undone = await ask('POST', `/api/filtered-emails/${ann.id}/undo`, ann)
    expect(undone).toMatchObject({ status: 200, body: { id: ann.id } })
    expect(undone.body).not.toHaveProperty('action')
  })

  test('on many says which were done', async () => {
    const ann = await newReader()
    const unknown = randomUUID()
    const body = { ids: [ann.id, unknown, ann.id], action: 'spam' }
    expect(await ask('POST', '/api/filtered-emails/actions', { ...ann, body })).toMatchObject({
      status: 200,
      body: { done: [ann.id], failed: [unknown] },
    })
  })

  test.each([
    ['/api/filtered-emails/actions', { ids: [], action: 'spam' }],
    ['/api/filtered-emails/actions', { ids: Array(201).fill(randomUUID()), action: 'spam' }],
    ['/api/filtered-emails/actions', { ids: [randomUUID()], action: 'delete' }],
    [`/api/filtered-emails/${randomUUID()}/action`, { action: 'undo' }],
    ['/api/filtered-emails/no-id/action', { action: 'spam' }],
  ])('that makes no sense is refused: %s', async (url, body) => {
    const ann = await newPerson(app)
    expect(await ask('POST', url, { ...ann, body })).toMatchObject({ status: 422 })
  })
})

test.each(['limit=0', 'limit=501', 'limit=many', 'before=no-id', `search=${'a'.repeat(201)}`])(
  'a list with %s is refused',
  async (query) => {
    const ann = await newPerson(app)
    expect((await ask('GET', `/api/filtered-emails?${query}`, ann)).status).toBe(422)
  },
)

test('162: a preview is kept by no cache', async () => {
  const ann = await newReader()
  const { status, headers } = await ask('GET', `/api/filtered-emails/${ann.id}/preview`, ann)
  expect(status).toBe(404)
  expect(headers['cache-control']).toBe('no-store')
})

test('135-141: the dashboard, as the API promises it', async () => {
  const ann = await newReader()
  const dayOn = ctx.now().toISOString().slice(0, 10)
  await ctx.db
    .insert(dailyCounts)
    .values({ mailboxId: ann.mailboxId, dayOn, processed: 1_000, filtered: 412 })
  expect((await ask('GET', '/api/dashboard/stats?timeRange=week', ann)).body).toEqual({
    totalFiltered: 412,
    totalProcessed: 1_000,
    spamPercentage: 41.2,
    timeSavedMinutes: 103,
    timeSavedHours: 1.7,
    trialDaysLeft: 14,
    connectedAccounts: 1,
    subscriptionStatus: 'none',
    recentFiltered: [
      {
        id: ann.id,
        provider: 'gmail',
        from: 'Pat <pat@vendor.example>',
        subject: 'Quick question',
        receivedAt: '2026-01-02T03:04:05.000Z',
      },
    ],
    filteredDomains: [{ domain: 'vendor.example', count: 1 }],
  })
  const chart = await ask('GET', '/api/dashboard/chart?timeRange=today', ann)
  expect(chart.body).toEqual({
    step: 'day',
    points: [{ day: dayOn, processed: 1_000, filtered: 412 }],
  })
  expect((await ask('GET', '/api/dashboard/stats?timeRange=year', ann)).status).toBe(422)
})

describe('filter settings', () => {
  test.each([
    ['filter-recruiters', 'filterRecruiters'],
    ['filter-investors', 'filterInvestors'],
    ['auto-reply', 'autoReplyEnabled'],
  ])('189, 191: %s shows in auth/me', async (path, field) => {
    const ann = await newReader()
    const before = (await ask('GET', '/api/auth/me', ann)).body[field]
    const body = { enabled: !before }
    expect((await ask('PATCH', `/api/settings/${path}`, { ...ann, body })).status).toBe(200)
    expect((await ask('GET', '/api/auth/me', ann)).body[field]).toBe(!before)
  })

  test.each([
    ['PATCH', '/api/settings/filter-recruiters', { enabled: false }],
    ['PATCH', '/api/settings/filter-investors', { enabled: false }],
    ['PATCH', '/api/settings/auto-reply', { enabled: true }],
    ['POST', '/api/whitelist', { domain: 'vendor.example' }],
    ['DELETE', '/api/whitelist/vendor.example', undefined],
  ] as [Method, string, unknown][])('%s %s needs Pro', async (method, url, body) => {
    const ann = await newReader()
    await endTrial(ann)
    expect(await ask(method, url, { ...ann, ...(body !== undefined && { body }) })).toMatchObject({
      status: 403,
      body: { code: 'plan-limit', upgradeRequired: true },
    })
  })

  test('193-196: the whitelist, in every form a domain can be given', async () => {
    const ann = await newReader()
    const add = (domain: string) => ask('POST', '/api/whitelist', { ...ann, body: { domain } })
    await add('https://www.Example.com/x')
    expect((await add(' user@müller.de ')).body).toEqual({
      domains: ['example.com', 'müller.de'],
    })
    expect(await add('example.com')).toMatchObject({ status: 409 })
    expect(await add('  ')).toMatchObject({ status: 422 })
    const removal = `/api/whitelist/${encodeURIComponent('müller.de')}`
    expect((await ask('DELETE', removal, ann)).body).toEqual({ domains: ['example.com'] })
    expect((await ask('GET', '/api/whitelist', ann)).body).toEqual({ domains: ['example.com'] })
  })

  test('an account that is only watched says so', async () => {
    const ann = await newReader()
    const url = `/api/accounts/${ann.mailboxId}/observe-only`
    await ask('PATCH', url, { ...ann, body: { enabled: true } })
    expect(await accountsOf(app, ann)).toMatchObject([{ isObserveOnly: true }])
  })

  test('senders the user made up their mind about are shown, and forgotten by address', async () => {
    const senderAddress = `${'p'.repeat(64)}@${'long-label.'.repeat(16)}example`
    const ann = await newReader('gmail', { senderAddress })
    await ask('POST', `/api/filtered-emails/${ann.id}/action`, { ...ann, body: { action: 'spam' } })
    const known = async () => (await ask('GET', '/api/senders', ann)).body['list']
    expect(await known()).toEqual([
      { address: senderAddress, standing: 'blocked', settledAt: expect.any(String) },
    ])
    const url = `/api/senders/${encodeURIComponent(senderAddress)}`
    expect((await ask('DELETE', url, ann)).status).toBe(200)
    expect(await known()).toEqual([])
    expect((await ask('DELETE', '/api/lessons', ann)).status).toBe(200)
  })
})

test('activity tells what was done with each message, without a word about kept mail', async () => {
  const ann = await newReader()
  await ctx.db.insert(decisions).values({
    mailboxId: ann.mailboxId,
    messageId: `kept-${made}` as MailId,
    outcome: 'keep',
    reason: 'known-contact',
    decidedAt: new Date(pitch.decidedAt.getTime() - 1_000),
    receivedAt: null,
  })
  const entry = { provider: 'gmail', accountId: ann.mailboxId, decidedAt: expect.any(String) }
  expect((await ask('GET', '/api/activity', ann)).body['list']).toEqual([
    {
      ...entry,
      id: ann.id,
      messageId: expect.any(String),
      outcome: 'filter',
      reasoning: 'It looks like a sales pitch: it asks for a call or a meeting.',
      receivedAt: '2026-01-02T03:04:05.000Z',
      from: 'Pat <pat@vendor.example>',
      subject: 'Quick question',
    },
    {
      ...entry,
      id: expect.any(String),
      messageId: `kept-${made}`,
      outcome: 'keep',
      reasoning: 'You have written to this sender or their organisation before.',
      receivedAt: null,
      from: null,
      subject: null,
    },
  ])
})

test('activity tells whose word a restored message came back by', async () => {
  const ann = await newReader('gmail', { state: 'restored', restoredBy: 'sender' })
  expect((await ask('GET', '/api/activity', ann)).body['list']).toMatchObject([
    { action: 'restored', restoredBy: 'sender' },
  ])
})

test('F69: a second tab that saw another state is told how it stands, and changes nothing', async () => {
  const ann = await newReader()
  const act = (action: string, more = {}) =>
    ask('POST', `/api/filtered-emails/${ann.id}/action`, { ...ann, body: { action, ...more } })
  expect(await act('restore', { seen: 'none' })).toMatchObject({ status: 200 })
  expect(await act('spam', { seen: 'none' })).toMatchObject({
    status: 409,
    body: { message: 'This email has been restored in the meantime.' },
  })
  const body = { ids: [ann.id], action: 'undo', seen: 'spam' }
  expect(await ask('POST', '/api/filtered-emails/actions', { ...ann, body })).toMatchObject({
    body: { done: [], failed: [ann.id] },
  })
  expect(await act('spam', { seen: 'restored' })).toMatchObject({ body: { action: 'spam' } })
  expect(await act('restore')).toMatchObject({ body: { action: 'restored' } })
})
