import { dailyCounts, decisions, mailboxes, smartReplies, users } from '@doorman/db/schema'
import { DecisionId, MailboxId, type ProviderMessageId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openFakeApp, type Method } from '../testing/fake-app.ts'
import {
  accountsOf,
  connect,
  newSignedInUser,
  type SignedInUser,
} from '../testing/fake-connections.ts'

const app = await openFakeApp()
const { request, ctx } = app

let made = 0

/** A user in their trial with a mailbox and one filtered message. */
async function newUserWithEmail(provider: MailProvider = 'gmail', row: Partial<Row> = {}) {
  const user = await newSignedInUser(app)
  await connect(app, user, `reader${(made += 1)}`, provider)
  const [account] = await accountsOf(app, user, provider)
  const mailboxId = MailboxId.parse(account?.id)
  const values = {
    ...pitch,
    mailboxId,
    providerMessageId: `message-${made}` as ProviderMessageId,
    ...row,
  }
  const [decision] = await ctx.db.insert(decisions).values(values).returning()
  return { ...user, mailboxId, id: decision?.id ?? '' }
}

type UserWithEmail = Awaited<ReturnType<typeof newUserWithEmail>>
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
  state: 'set-aside',
  movedAt: new Date(),
} satisfies Partial<Row>

async function addReply(
  { id, mailboxId }: UserWithEmail,
  state: 'sent' | 'bounced',
): Promise<void> {
  const [owner] = await ctx.db
    .select({ userId: mailboxes.userId })
    .from(mailboxes)
    .where(eq(mailboxes.id, mailboxId))
  if (!owner) throw new Error('The mailbox does not exist')
  await ctx.db.insert(smartReplies).values({
    ...owner,
    mailboxId,
    decisionId: DecisionId.parse(id),
    sender: 'pat@vendor.example',
    organisation: 'vendor.example',
    claimedAt: new Date('2026-01-02T03:05:00Z'),
    rfcMessageId: `<${id}@ann.example>`,
    state,
  })
}

const endTrial = ({ email }: SignedInUser) =>
  ctx.db
    .update(users)
    .set({ trialEndsAt: new Date(0) })
    .where(eq(users.email, email))

test.each(['gmail', 'microsoft'] as const)(
  'a filtered email of %s has the fields of the API',
  async (provider) => {
    const ann = await newUserWithEmail(provider)
    const { status, body } = await request('GET', '/api/filtered-emails', ann)
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
        isObserved: false,
        hasReplyBounced: false,
        isGone: false,
      },
    ])
  },
)

test('an email that an observe-only account would move is listed as observed', async () => {
  const observed = { outcome: 'observe', state: null, movedAt: null } as const
  const ann = await newUserWithEmail('gmail', observed)
  const found = {
    id: ann.id,
    isObserved: true,
    reasoning: expect.stringMatching(/nothing was moved/),
  }
  for (const query of ['', '?state=would-move'])
    expect((await request('GET', `/api/filtered-emails${query}`, ann)).body['list']).toMatchObject([
      found,
    ])
  expect((await request('GET', '/api/filtered-emails?state=filtered', ann)).body['list']).toEqual(
    [],
  )
})

test('cursor and before mean the same, and a request with two different ones is refused', async () => {
  const ann = await newUserWithEmail()
  const list = (query: string) => request('GET', `/api/filtered-emails?${query}`, ann)
  for (const query of [`cursor=${ann.id}`, `before=${ann.id}`, `before=${ann.id}&cursor=${ann.id}`])
    expect(await list(query)).toMatchObject({ status: 200, body: { list: [] } })
  expect(await list(`cursor=${ann.id}&before=${randomUUID()}`)).toMatchObject({
    status: 422,
    body: { message: 'Send either cursor or before, not both.' },
  })
})

test('a reply is shown to its user and to no other user', async () => {
  const [ann, bob] = [await newUserWithEmail(), await newUserWithEmail()]
  await addReply(ann, 'bounced')
  await addReply(bob, 'sent')
  const replied = { repliedAt: '2026-01-02T03:05:00.000Z' }
  expect((await request('GET', '/api/filtered-emails', ann)).body['list']).toMatchObject([
    { id: ann.id, ...replied, hasReplyBounced: true },
  ])
  expect((await request('GET', '/api/filtered-emails', bob)).body['list']).toMatchObject([
    { id: bob.id, ...replied, hasReplyBounced: false },
  ])
  expect((await request('GET', '/api/activity', ann)).body['list']).toMatchObject([
    { id: ann.id, ...replied },
  ])
  const response = await request('POST', `/api/filtered-emails/${ann.id}/action`, {
    ...ann,
    body: { action: 'restore' },
  })
  expect(response.body).toMatchObject({ ...replied, hasReplyBounced: true })
})

test.each([
  [{ senderName: '', senderAddress: 'pat@vendor.example' }, 'pat@vendor.example'],
  [{ senderName: null, senderAddress: null }, ''],
])('a sender stored as %j is shown as %j', async (row, from) => {
  const ann = await newUserWithEmail('gmail', row)
  expect((await request('GET', '/api/filtered-emails', ann)).body['list']).toMatchObject([{ from }])
})

describe('an action', () => {
  test.each([
    ['restore', 'restored'],
    ['restored', 'restored'],
    ['spam', 'spam'],
  ])('%s is shown at once as %s and can be undone', async (action, shown) => {
    const ann = await newUserWithEmail()
    const response = await request('POST', `/api/filtered-emails/${ann.id}/action`, {
      ...ann,
      body: { action },
    })
    expect(response).toMatchObject({ status: 200, body: { id: ann.id, action: shown } })
    const undone = await request('POST', `/api/filtered-emails/${ann.id}/undo`, ann)
    expect(undone).toMatchObject({ status: 200, body: { id: ann.id } })
    expect(undone.body).not.toHaveProperty('action')
  })

  test('on many emails returns which ones were changed', async () => {
    const ann = await newUserWithEmail()
    const unknown = randomUUID()
    const body = { ids: [ann.id, unknown, ann.id], action: 'spam' }
    expect(await request('POST', '/api/filtered-emails/actions', { ...ann, body })).toMatchObject({
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
  ])('that is invalid is refused: %s', async (url, body) => {
    const ann = await newSignedInUser(app)
    expect(await request('POST', url, { ...ann, body })).toMatchObject({ status: 422 })
  })
})

test.each([
  'limit=0',
  'limit=501',
  'limit=many',
  'before=no-id',
  'cursor=no-id',
  'kind=spam',
  'since=yesterday',
  'since=2026-02-30',
  'until=0000-01-01',
  'certainty=0.5',
  'state=gone',
  'order=oldest',
  `search=${'a'.repeat(201)}`,
])('a list with %s is refused', async (query) => {
  const ann = await newSignedInUser(app)
  expect((await request('GET', `/api/filtered-emails?${query}`, ann)).status).toBe(422)
})

test.each(['day=today', 'day=0000-01-01', 'group=spam', 'before=2026-01-01'])(
  'activity with %s is refused',
  async (query) => {
    const ann = await newSignedInUser(app)
    expect((await request('GET', `/api/activity?${query}`, ann)).status).toBe(422)
  },
)

test('the days of activity are counted, and one can be opened', async () => {
  const ann = await newUserWithEmail()
  const { body } = await request('GET', '/api/activity/days', ann)
  const day = new Date().toISOString().slice(0, 10)
  const kept = { people: 0, newsletters: 0, rules: 0, 'not-cold': 0, unsure: 0, other: 0 }
  expect(body['list']).toEqual([{ day, filtered: 1, wouldMove: 0, restored: 0, kept }])
  const open = (group: string) => request('GET', `/api/activity?day=${day}&group=${group}`, ann)
  expect((await open('filtered')).body['list']).toMatchObject([{ id: ann.id }])
  expect((await open('kept')).body['list']).toEqual([])
})

test('a sender can be trusted by address, twice, and forgotten again', async () => {
  const ann = await newSignedInUser(app)
  const trust = (address: string) => request('POST', '/api/senders', { ...ann, body: { address } })
  for (const address of ['pat@vendor.example', ' Pat@Vendor.example '])
    expect(await trust(address)).toMatchObject({ status: 200, body: {} })
  const senders = async () => (await request('GET', '/api/senders', ann)).body['list']
  expect(await senders()).toMatchObject([
    { address: 'pat@vendor.example', reputation: 'trusted', source: null },
  ])
  for (const address of [
    '',
    'vendor.example',
    'Pat <pat@vendor.example>',
    'a@b, c@d',
    'a b@c.example',
  ])
    expect(await trust(address)).toMatchObject({
      status: 422,
      body: { message: 'Please enter a valid email address', field: 'address' },
    })
  await request('DELETE', '/api/senders/pat@vendor.example', ann)
  expect(await senders()).toEqual([])
})

test('a preview is never cached', async () => {
  const ann = await newUserWithEmail()
  const { status, headers } = await request('GET', `/api/filtered-emails/${ann.id}/preview`, ann)
  expect(status).toBe(404)
  expect(headers['cache-control']).toBe('no-store')
})

test('the dashboard has the fields of the API', async () => {
  const ann = await newUserWithEmail()
  const dayOn = ctx.now().toISOString().slice(0, 10)
  await ctx.db
    .insert(dailyCounts)
    .values({ mailboxId: ann.mailboxId, dayOn, processed: 1_000, filtered: 412 })
  expect((await request('GET', '/api/dashboard/stats?timeRange=all', ann)).body).toEqual({
    totalFiltered: 412,
    totalProcessed: 1_000,
    wouldMove: 0,
    firstDay: null,
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
        isObserved: false,
        isGone: false,
      },
    ],
    filteredKinds: [{ kind: 'sales', count: 1 }],
    filteredDomains: [{ domain: 'vendor.example', count: 1 }],
  })
  const chart = await request('GET', '/api/dashboard/chart?timeRange=today', ann)
  expect(chart.body).toEqual({
    step: 'day',
    points: [{ day: dayOn, processed: 1_000, filtered: 412 }],
  })
  expect((await request('GET', '/api/dashboard/stats?timeRange=year', ann)).status).toBe(422)
})

describe('filter settings', () => {
  test.each([
    ['filter-recruiters', 'filterRecruiters'],
    ['filter-investors', 'filterInvestors'],
    ['auto-reply', 'autoReplyEnabled'],
  ])('%s is shown in auth/me', async (path, field) => {
    const ann = await newUserWithEmail()
    const before = (await request('GET', '/api/auth/me', ann)).body[field]
    const body = { enabled: !before }
    expect((await request('PATCH', `/api/settings/${path}`, { ...ann, body })).status).toBe(200)
    expect((await request('GET', '/api/auth/me', ann)).body[field]).toBe(!before)
  })

  test.each([
    ['PATCH', '/api/settings/filter-recruiters', { enabled: false }],
    ['PATCH', '/api/settings/filter-investors', { enabled: false }],
    ['PATCH', '/api/settings/auto-reply', { enabled: true }],
    ['POST', '/api/whitelist', { domain: 'vendor.example' }],
    ['DELETE', '/api/whitelist/vendor.example', undefined],
  ] as [Method, string, unknown][])('%s %s needs Pro', async (method, url, body) => {
    const ann = await newUserWithEmail()
    await endTrial(ann)
    expect(
      await request(method, url, { ...ann, ...(body !== undefined && { body }) }),
    ).toMatchObject({
      status: 403,
      body: { code: 'plan-limit', upgradeRequired: true },
    })
  })

  test('the whitelist accepts every notation of a domain', async () => {
    const ann = await newUserWithEmail()
    const add = (domain: string) => request('POST', '/api/whitelist', { ...ann, body: { domain } })
    await add('https://www.Example.com/x')
    expect((await add(' user@müller.de ')).body).toEqual({
      domains: ['example.com', 'müller.de'],
    })
    expect(await add('example.com')).toMatchObject({ status: 409 })
    expect(await add('  ')).toMatchObject({ status: 422 })
    const removal = `/api/whitelist/${encodeURIComponent('müller.de')}`
    expect((await request('DELETE', removal, ann)).body).toEqual({ domains: ['example.com'] })
    expect((await request('GET', '/api/whitelist', ann)).body).toEqual({ domains: ['example.com'] })
  })

  test('an observe-only account is shown as such', async () => {
    const ann = await newUserWithEmail()
    const url = `/api/accounts/${ann.mailboxId}/observe-only`
    await request('PATCH', url, { ...ann, body: { enabled: true } })
    expect(await accountsOf(app, ann)).toMatchObject([{ isObserveOnly: true }])
  })

  test('sender reputations are listed and can be removed by address', async () => {
    const senderAddress = `${'p'.repeat(64)}@${'long-label.'.repeat(16)}example`
    const ann = await newUserWithEmail('gmail', { senderAddress })
    await request('POST', `/api/filtered-emails/${ann.id}/action`, {
      ...ann,
      body: { action: 'spam' },
    })
    const known = async () => (await request('GET', '/api/senders', ann)).body['list']
    expect(await known()).toEqual([
      {
        address: senderAddress,
        reputation: 'blocked',
        setAt: expect.any(String),
        source: { subject: expect.any(String), by: 'user' },
      },
    ])
    const url = `/api/senders/${encodeURIComponent(senderAddress)}`
    expect((await request('DELETE', url, ann)).status).toBe(200)
    expect(await known()).toEqual([])
    expect((await request('DELETE', '/api/lessons', ann)).status).toBe(200)
  })
})

test('activity shows what happened to each message, without sender or subject of kept ones', async () => {
  const ann = await newUserWithEmail()
  await ctx.db.insert(decisions).values({
    mailboxId: ann.mailboxId,
    providerMessageId: `kept-${made}` as ProviderMessageId,
    outcome: 'keep',
    reason: 'known-contact',
    decidedAt: new Date(pitch.decidedAt.getTime() - 1_000),
    receivedAt: null,
  })
  const entry = { provider: 'gmail', accountId: ann.mailboxId, decidedAt: expect.any(String) }
  expect((await request('GET', '/api/activity', ann)).body['list']).toEqual([
    {
      ...entry,
      id: ann.id,
      providerMessageId: expect.any(String),
      outcome: 'filter',
      reasoning: 'It looks like a sales pitch: it asks for a call or a meeting.',
      receivedAt: '2026-01-02T03:04:05.000Z',
      from: 'Pat <pat@vendor.example>',
      subject: 'Quick question',
    },
    {
      ...entry,
      id: expect.any(String),
      providerMessageId: `kept-${made}`,
      outcome: 'keep',
      reasoning: 'You’ve emailed this sender before.',
      receivedAt: null,
      from: null,
      subject: null,
    },
  ])
})

test('activity shows whether the user or the sender restored a message', async () => {
  const ann = await newUserWithEmail('gmail', { state: 'restored', restoredBy: 'sender' })
  expect((await request('GET', '/api/activity', ann)).body['list']).toMatchObject([
    { action: 'restored', restoredBy: 'sender' },
  ])
})

test('an action based on an outdated state is refused with the current one', async () => {
  const ann = await newUserWithEmail()
  const act = (action: string, more = {}) =>
    request('POST', `/api/filtered-emails/${ann.id}/action`, { ...ann, body: { action, ...more } })
  expect(await act('restore', { expectedState: 'none' })).toMatchObject({ status: 200 })
  expect(await act('spam', { expectedState: 'none' })).toMatchObject({
    status: 409,
    body: { message: 'This email has been restored in the meantime.' },
  })
  const body = { ids: [ann.id], action: 'undo', expectedState: 'spam' }
  expect(await request('POST', '/api/filtered-emails/actions', { ...ann, body })).toMatchObject({
    body: { done: [], failed: [ann.id] },
  })
  expect(await act('spam', { expectedState: 'restored' })).toMatchObject({
    body: { action: 'spam' },
  })
  expect(await act('restore')).toMatchObject({ body: { action: 'restored' } })
})
