import { auditLog, settings } from '@doorman/db/schema'
import { seedMailbox } from '@doorman/db/testing/seeds'
import { setAdmin } from '@doorman/services/users/set-admin'
import { desc } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'

const { request, ctx, mail, notify, app, expectError } = await openFakeApp()
const credentials = { email: 'boss@example.com', password: 'correct horse battery' }
let cookie: string | undefined

beforeAll(async () => {
  await request('POST', '/api/auth/register', { body: credentials })
  await setAdmin(ctx, { email: credentials.email, isAdmin: true })
  cookie = (await request('POST', '/api/auth/login', { body: credentials })).cookie
})

const load = (path: string) => request('GET', path, { cookie })
const save = (path: string, body: unknown) => request('POST', path, { cookie, body })
const listEntries = async () =>
  (await ctx.db.select().from(auditLog).orderBy(desc(auditLog.id))).map(({ act, details }) => ({
    act,
    details,
  }))

describe('OAuth redirect URLs', () => {
  const path = '/api/admin/settings'
  const url = 'https://other.example/api/gmail/callback'
  const connect = async () => {
    await request('POST', '/api/gmail/connect', { cookie, body: {} })
    return mail.consents.gmail?.asked.at(-1)?.redirectUrl
  }

  test('a saved one is used for the next connection, and an empty one restores the default', async () => {
    expect((await load(path)).body).toEqual({
      gmailOauthRedirectUrl: '',
      microsoftOauthRedirectUrl: '',
    })
    expect((await save(path, { gmailOauthRedirectUrl: ` ${url} ` })).body).toEqual({
      gmailOauthRedirectUrl: url,
      microsoftOauthRedirectUrl: '',
    })
    expect(await connect()).toBe(url)
    const microsoftOauthRedirectUrl = 'http://localhost:3000/api/microsoft/callback'
    expect((await save(path, { microsoftOauthRedirectUrl })).body).toEqual({
      gmailOauthRedirectUrl: url,
      microsoftOauthRedirectUrl,
    })
    await save(path, { gmailOauthRedirectUrl: '' })
    expect(await connect()).toBe('http://localhost:3000/api/gmail/callback')
    const act = 'change-oauth-settings'
    expect((await listEntries()).slice(0, 3)).toEqual([
      { act, details: { gmailOauthRedirectUrl: 'cleared' } },
      { act, details: { microsoftOauthRedirectUrl: 'changed' } },
      { act, details: { gmailOauthRedirectUrl: 'changed' } },
    ])
  })

  test('a request that changes nothing is not recorded', async () => {
    const before = (await listEntries()).length
    for (const body of [{}, { gmailOauthRedirectUrl: '' }])
      expect((await save(path, body)).status).toBe(200)
    expect(await listEntries()).toHaveLength(before)
  })

  test.each([
    ['http://doorman.example/api/gmail/callback', 'The address must begin with https://.'],
    ['https://doorman.example/elsewhere', 'The address must end with /api/gmail/callback.'],
    [`https://doorman.example/${'a'.repeat(2_000)}`, 'This address is too long.'],
  ])('%s is refused, and the saved one stays', async (gmailOauthRedirectUrl, message) => {
    const before = (await load(path)).body
    expect(await save(path, { gmailOauthRedirectUrl })).toMatchObject({
      status: 422,
      body: { code: 'invalid', message },
    })
    expect((await load(path)).body).toEqual(before)
  })
})

describe('the guide before a connection', () => {
  const path = '/api/admin/auth-guide-settings'
  const video = 'https://youtu.be/dQw4w9WgXcQ'

  test('users get the guide that an admin saved', async () => {
    await save(path, { googleVideoUrl: video, googleGuideEnabled: true })
    await save(path, { microsoftVideoUrl: 'https://www.youtube.com/watch?v=aaaaaaaaaaa' })
    expect((await load(path)).body).toEqual({
      googleVideoUrl: video,
      googleGuideEnabled: true,
      microsoftVideoUrl: 'https://www.youtube.com/watch?v=aaaaaaaaaaa',
      microsoftGuideEnabled: false,
    })
    const shown = await request('GET', '/api/auth-guide-settings?provider=google', { cookie })
    expect(shown.body).toMatchObject({ enabled: true, videoUrl: video })
    expect((await save(path, { googleVideoUrl: '' })).body).toMatchObject({ googleVideoUrl: '' })
  })

  test.each(['https://vimeo.com/1', 'https://www.youtube.com/@channel', 'video'])(
    '%s is not a video that we can show',
    async (googleVideoUrl) => {
      expect(await save(path, { googleVideoUrl })).toMatchObject({
        status: 422,
        body: { message: 'Enter the link of a YouTube video.' },
      })
      expect((await load(path)).body).toMatchObject({ googleVideoUrl: '' })
    },
  )
})

describe('the recipient of notices', () => {
  const path = '/api/admin/email-settings'
  const type = async (text: string) =>
    expect((await save(path, { newUserNotificationRecipient: text })).status).toBe(200)

  test('each change of it is recorded, without the address', async () => {
    for (const text of ['other@example.com', 'operator@example.com']) await type(text)
    expect((await load(path)).body).toMatchObject({
      newUserNotificationRecipient: 'operator@example.com',
    })
    await save(path, { weeklyReport: false })
    await type('')
    await save(path, { weeklyReport: true })
    const act = 'change-email-settings'
    expect((await listEntries()).slice(0, 6)).toEqual([
      { act, details: { weeklyReport: true } },
      { act, details: { newUserNotificationRecipient: 'cleared' } },
      { act, details: { weeklyReport: false } },
      { act, details: { newUserNotificationRecipient: 'changed' } },
      { act, details: { newUserNotificationRecipient: 'changed' } },
      expect.objectContaining({ act: 'change-auth-guide' }),
    ])
  })
})

describe('test emails', () => {
  const path = '/api/admin/test-email'

  test.each([
    ['welcome', 'welcome'],
    ['trialReminder', 'trial-reminder'],
    ['subscriptionConfirmation', 'subscription-confirmed'],
    ['paymentFailed', 'payment-failed'],
    ['weeklyReport', 'weekly-report'],
  ])('%s goes to the admin alone, marked as a test', async (emailType, kind) => {
    const before = notify.sent.length
    expect((await save(path, { emailType })).status).toBe(200)
    const sent = notify.sent.slice(before)
    expect(sent).toMatchObject([{ to: credentials.email, isTest: true, email: { kind } }])
    const isOptional = kind === 'trial-reminder' || kind === 'weekly-report'
    expect(sent[0]?.unsubscribe !== undefined).toBe(isOptional)
    expect((await listEntries())[0]).toEqual({ act: 'send-test-email', details: { emailType } })
  })

  test.each([
    [
      'unavailable',
      'The mail server can’t be reached, or didn’t take the email. Please try again.',
    ],
    ['refused', 'The mail server refused your address.'],
  ] as const)('a relay that is %s is reported', async (kind, message) => {
    expectError('non-fatal-error')
    notify.failNextWith = { kind }
    expect(await save(path, { emailType: 'welcome' })).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message },
    })
  })

  test('an unknown type is refused, and so are too many', async () => {
    expect((await save(path, { emailType: 'farewell' })).status).toBe(422)
    const statuses = []
    for (let tries = 0; tries < 21; tries += 1)
      statuses.push((await save(path, { emailType: 'welcome' })).status)
    expect(statuses).toContain(200)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('users', () => {
  test('are listed with what an admin needs to know', async () => {
    await request('POST', '/api/auth/register', {
      body: { email: 'ann@example.com', password: credentials.password },
    })
    await seedMailbox(ctx.db, 'ann@example.com', { provider: 'microsoft' })
    const { body } = await load('/api/admin/users?search=ANN%40')
    expect(body).toEqual({
      list: [
        {
          id: expect.any(String),
          email: 'ann@example.com',
          providers: { gmail: false, microsoft: true },
          filteredEmailCount: 0,
          isVerified: false,
          isAdmin: false,
          subscriptionStatus: 'none',
          trialEndDate: null,
          createdAt: expect.stringMatching(/Z$/),
        },
      ],
      nextCursor: null,
    })
    expect((await load('/api/admin/stats')).body).toEqual({
      totalUsers: 2,
      totalFilteredEmails: 0,
      activeSubscriptions: 0,
      trialUsers: 0,
    })
  })

  test.each(['sort=age', 'order=up', 'cursor=x', 'cursor=a.b', `search=${'a'.repeat(255)}`])(
    'a list with %s is refused',
    async (query) => {
      expect(await load(`/api/admin/users?${query}`)).toMatchObject({
        status: 422,
        body: { code: 'invalid' },
      })
    },
  )

  test('an admin deletes another user, not themselves, and not twice', async () => {
    const find = async (email: string) => {
      const { list } = (await load(`/api/admin/users?search=${email}`)).body
      return (list as { id: string }[])[0]?.id
    }
    const remove = (id: string | undefined) =>
      request('DELETE', `/api/admin/users/${id}`, { cookie })
    const ann = await find('ann')
    expect((await remove(ann)).status).toBe(200)
    expect((await remove(ann)).status).toBe(404)
    expect((await remove(await find('boss'))).status).toBe(409)
    expect((await remove('x')).status).toBe(422)
  })
})

test.each([
  ['/api/admin/settings', 'gmailOauthRedirectUrl'],
  ['/api/admin/email-settings', 'newUserNotificationRecipient'],
  ['/api/admin/test-email', 'emailType'],
  ['/api/admin/auth-guide-settings', 'googleVideoUrl'],
  ['/api/admin/tracking-codes', 'trackingCodeHead'],
])('a megabyte for %s is refused, and nothing changes', async (path, field) => {
  const [before] = await ctx.db.select().from(settings)
  const entries = await listEntries()
  const answer = await app.inject({
    method: 'POST',
    url: path,
    headers: { cookie: cookie ?? '' },
    payload: { [field]: 'x'.repeat(1024 * 1024) },
  })
  expect([answer.statusCode, answer.json()]).toEqual([
    413,
    { code: 'invalid', message: 'The request is too large.' },
  ])
  expect(await save(path, { [field]: 'x'.repeat(200_000) })).toMatchObject({ status: 422 })
  expect(await ctx.db.select().from(settings)).toEqual([before])
  expect(await listEntries()).toEqual(entries)
})
