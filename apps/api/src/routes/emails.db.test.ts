import { decisions, linkTokens, users } from '@doorman/db/schema'
import { seedFilteredEmails, seedMailbox } from '@doorman/db/testing/seeds'
import type { OptionalEmailKind } from '@doorman/domain/accounts/email-kinds'
import type { EmailId, UserId } from '@doorman/domain/ids'
import { storeRestoreUrls } from '@doorman/services/emails/restore-links'
import { toUnsubscribe } from '@doorman/services/emails/unsubscribe-links'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { newSignedInUser, type SignedInUser } from '../testing/fake-connections.ts'

const world = await openFakeApp()
const { app, request, ctx, logs } = world

async function idOf({ email }: SignedInUser): Promise<UserId> {
  const [user] = await ctx.db.select().from(users).where(eq(users.email, email))
  if (!user) throw new Error(`No user ${email}`)
  return user.id
}

const preferencesOf = async (user: SignedInUser) =>
  (await request('GET', '/api/settings/emails', user)).body

describe('email preferences', () => {
  test('are on at first, and each can be switched separately', async () => {
    const ann = await newSignedInUser(world)
    expect(await preferencesOf(ann)).toEqual({ weeklyReport: true, trialReminders: true })
    const change = (body: object) => request('PATCH', '/api/settings/emails', { ...ann, body })
    expect((await change({ weeklyReport: false })).body).toEqual({
      weeklyReport: false,
      trialReminders: true,
    })
    await change({ trialReminders: false })
    expect((await change({})).body).toEqual({ weeklyReport: false, trialReminders: false })
    await change({ weeklyReport: true })
    expect(await preferencesOf(ann)).toEqual({ weeklyReport: true, trialReminders: false })
  })

  test('of another user do not change', async () => {
    const [ann, bob] = [await newSignedInUser(world), await newSignedInUser(world)]
    await request('PATCH', '/api/settings/emails', { ...ann, body: { weeklyReport: false } })
    expect(await preferencesOf(bob)).toEqual({ weeklyReport: true, trialReminders: true })
  })

  test.each([{ weeklyReport: 'no' }, { trialReminders: null }])('refuse %j', async (body) => {
    const ann = await newSignedInUser(world)
    expect((await request('PATCH', '/api/settings/emails', { ...ann, body })).status).toBe(422)
  })
})

describe('an unsubscribe link', () => {
  async function newLink(kind: OptionalEmailKind = 'weekly-report') {
    const ann = await newSignedInUser(world)
    const { oneClickUrl } = toUnsubscribe(ctx, await idOf(ann), kind)
    const url = new URL(oneClickUrl)
    const token = url.searchParams.get('token') ?? ''
    return { ann, token, path: url.pathname + url.search }
  }

  const post = (path: string, token: string) =>
    request('POST', `/api/unsubscribe${path}`, { body: { token } })

  test.each([
    ['weekly-report', { weeklyReport: false, trialReminders: true }],
    ['trial-reminder', { weeklyReport: true, trialReminders: false }],
  ] as const)('switches off %s, and nothing else, as often as one likes', async (kind, after) => {
    const { ann, token } = await newLink(kind)
    const bob = await newSignedInUser(world)
    expect((await post('/check', token)).body).toEqual({ kind, isOn: true })
    expect(await preferencesOf(ann)).toEqual({ weeklyReport: true, trialReminders: true })
    expect(await post('', token)).toMatchObject({ status: 200, body: {} })
    expect((await post('', token)).status).toBe(200)
    expect((await post('/check', token)).body).toEqual({ kind, isOn: false })
    expect(await preferencesOf(ann)).toEqual(after)
    expect(await preferencesOf(bob)).toEqual({ weeklyReport: true, trialReminders: true })
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('works from the button of a mail program, which posts %s', async (type, payload) => {
    const { ann, path } = await newLink()
    const headers = { 'content-type': type }
    const answer = await app.inject({ method: 'POST', url: path, headers, payload })
    expect(answer.statusCode).toBe(200)
    expect(await preferencesOf(ann)).toMatchObject({ weeklyReport: false })
  })

  test('leads to its page when it is only opened, and changes nothing', async () => {
    const { ann, token, path } = await newLink()
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ method, url: path })
      expect(answer.statusCode).toBe(303)
      expect(answer.headers.location).toBe(`/unsubscribe?token=${token}`)
    }
    expect((await app.inject({ method: 'OPTIONS', url: path })).statusCode).toBe(404)
    for (const [query, page] of [
      ['?token=%0d%0a//evil.example', '/unsubscribe?token=%0D%0A%2F%2Fevil.example'],
      ['?token=a&token=b', '/unsubscribe'],
    ]) {
      const answer = await app.inject({ url: `/api/unsubscribe${query}` })
      expect(answer.headers.location).toBe(page)
    }
    expect(await preferencesOf(ann)).toMatchObject({ weeklyReport: true })
  })

  test('that was forged, or belongs to a deleted user, is refused', async () => {
    const { ann, token } = await newLink()
    const [id, kind, signature] = token.split('.')
    const other = await idOf(await newSignedInUser(world))
    const refused = {
      status: 422,
      body: {
        code: 'invalid',
        message: 'This link doesn’t work. You can choose your emails in Account Settings.',
      },
    }
    for (const forged of [
      `${other}.${kind}.${signature}`,
      `${id}.trial-reminder.${signature}`,
      `${id}.password-changed.${signature}`,
      `${id}.${kind}.${signature?.slice(1)}`,
      `${id}.${kind}`,
      `${randomUUID()}.${kind}.${signature}`,
    ]) {
      expect(await post('', forged)).toMatchObject(refused)
      expect(await post('/check', forged)).toMatchObject(refused)
    }
    expect(await preferencesOf(ann)).toEqual({ weeklyReport: true, trialReminders: true })
    await ctx.db.delete(users).where(eq(users.email, ann.email))
    expect(await post('', token)).toMatchObject(refused)
    expect(await post('/check', token)).toMatchObject(refused)
  })

  test('of many users may be used from one network, as large mail providers do', async () => {
    const { token } = await newLink()
    const statuses = new Set<number>()
    for (let times = 0; times < 40; times += 1) statuses.add((await post('', token)).status)
    expect([...statuses]).toEqual([200])
  })

  test('is the only address besides the consent bar’s that accepts a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const url of ['/api/unsubscribe/check', '/api/restore-links', '/api/auth/login']) {
      const answer = await app.inject({ method: 'POST', url, headers, payload: 'token=a' })
      expect(answer.statusCode).toBe(415)
    }
  })
})

describe('a restore link', () => {
  async function newLink() {
    const ann = await newSignedInUser(world)
    const mailbox = await seedMailbox(ctx.db, ann.email)
    const receivedAt = new Date('2026-11-12T10:00:00.000Z')
    const decisionIds = await seedFilteredEmails(ctx.db, mailbox, [
      {
        senderName: 'Pat',
        senderAddress: 'pat@vendor.example',
        subject: 'Quick question',
        receivedAt,
      },
    ])
    const emailId = randomUUID() as EmailId
    const userId = await idOf(ann)
    const [url = ''] = await storeRestoreUrls(ctx, { emailId, userId, decisionIds })
    const token = new URL(url).searchParams.get('token') ?? ''
    const loadState = async () => {
      const [row] = await ctx.db.select().from(decisions).where(eq(decisions.mailboxId, mailbox.id))
      return row?.state
    }
    const loadUsedAt = () =>
      ctx.db
        .select({ usedAt: linkTokens.usedAt })
        .from(linkTokens)
        .where(eq(linkTokens.userId, userId))
    return { token, userId, mailbox, loadState, loadUsedAt }
  }

  test('shows what it will do, restores when it is posted, and works once', async () => {
    const { token, mailbox, loadState } = await newLink()
    const check = () => request('POST', '/api/restore-links/check', { body: { token } })
    const use = () => request('POST', '/api/restore-links', { body: { token } })
    expect(await check()).toMatchObject({
      status: 200,
      body: {
        sender: 'Pat <pat@vendor.example>',
        subject: 'Quick question',
        receivedOn: '2026-11-12',
        mailbox: mailbox.address,
        isRestored: false,
      },
    })
    expect(await loadState()).toBe('set-aside')
    expect(await use()).toMatchObject({ status: 200, body: {} })
    expect(await loadState()).toBe('restored')
    // The answer may have been lost on its way, so the reader clicks again.
    expect(await use()).toMatchObject({ status: 200, body: {} })
    expect(await check()).toMatchObject({ status: 200, body: { isRestored: true } })
  })

  test('says on which day the user got the email', async () => {
    const { token, userId } = await newLink()
    await ctx.db.update(users).set({ timeZone: 'Pacific/Kiritimati' }).where(eq(users.id, userId))
    const check = await request('POST', '/api/restore-links/check', { body: { token } })
    expect(check.body).toMatchObject({ receivedOn: '2026-11-13' })
  })

  test('of many users may be opened from one network', async () => {
    const { token } = await newLink()
    const statuses = new Set<number>()
    for (let times = 0; times < 40; times += 1)
      statuses.add((await request('POST', '/api/restore-links/check', { body: { token } })).status)
    expect([...statuses]).toEqual([200])
  })

  test('changes nothing when it is only opened, and no log contains its token', async () => {
    const { token, loadState, loadUsedAt } = await newLink()
    for (const path of ['/api/restore-links', '/api/restore-links/check'])
      expect((await request('GET', `${path}?token=${token}`)).status).toBe(404)
    expect(await loadState()).toBe('set-aside')
    expect(await loadUsedAt()).toEqual([{ usedAt: null }])
    expect(logs.join()).not.toContain(token)
  })
})
