import { grants, mailboxes, oauthAttempts } from '@doorman/db/schema'
import { minuteMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'
import { toFakeGrant } from '@doorman/services/testing/fake-mail-access'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import {
  accountsOf,
  connect,
  consentOf,
  grantConsent,
  newSignedInUser,
  returnFromProvider,
  startConnecting,
  type SignedInUser,
} from '../testing/fake-connections.ts'

const world = await openFakeApp()
const { request, ctx, mail } = world
const noSession = { cookie: undefined }

afterEach(() => {
  mail.withoutMailbox.clear()
  mail.probeFailure = null
})

let made = 0
const newSubject = () => `account${(made += 1)}`

test('a consent that takes 29 minutes still connects', async () => {
  const ann = await newSignedInUser(world)
  const state = await startConnecting(world, ann)
  world.advance(29 * minuteMs)
  const code = grantConsent(world, toFakeGrant(newSubject()))
  expect(await returnFromProvider(world, ann, { state, code })).toBe('/accounts')
})

describe('an account without a mailbox', () => {
  test('is not connected, and its access is revoked', async () => {
    const ann = await newSignedInUser(world)
    const subject = newSubject()
    mail.withoutMailbox.add(subject)
    expect(await connect(world, ann, subject)).toBe('/?error=no_mailbox')
    expect(await accountsOf(world, ann)).toEqual([])
    await world.runJobsUntilIdle()
    expect(consentOf(world, 'gmail').revoked).toContain(`refresh-${subject}`)
    expect(await ctx.db.$count(grants, eq(grants.providerAccountId, subject))).toBe(0)
  })

  test('keeps its access if it had a mailbox when it was connected', async () => {
    const ann = await newSignedInUser(world)
    const subject = newSubject()
    await connect(world, ann, subject)
    mail.withoutMailbox.add(subject)
    expect(await connect(world, ann, subject)).toBe('/?error=no_mailbox')
    await world.runJobsUntilIdle()
    expect(await accountsOf(world, ann)).toHaveLength(1)
    expect(consentOf(world, 'gmail').revoked).not.toContain(`refresh-${subject}`)
  })

  test.each(['unavailable', 'rate-limited', 'refused', 'permission-missing'] as const)(
    'is not assumed because the first call was %s',
    async (failure) => {
      const ann = await newSignedInUser(world)
      mail.probeFailure = new MailError(failure, 'test')
      expect(await connect(world, ann, newSubject())).toBe('/accounts')
      expect(await accountsOf(world, ann)).toHaveLength(1)
    },
  )
})

describe('reconnecting', () => {
  /** A user with one mailbox whose access was lost. */
  async function newBrokenAccount() {
    const ann = await newSignedInUser(world)
    await connect(world, ann, newSubject())
    const [account] = await accountsOf(world, ann)
    const id = account?.id ?? ''
    await ctx.db
      .update(mailboxes)
      .set({ problem: 'needs-reconnect', nextCheckAt: null })
      .where(eq(mailboxes.address, String(account?.['email'])))
    const subject = String(account?.['email']).split('@')[0] ?? ''
    return { ann, id, subject }
  }

  const finish = async (ann: SignedInUser, accountId: string, subject: string) => {
    const state = await startConnecting(world, ann, 'gmail', { accountId })
    const code = grantConsent(world, toFakeGrant(subject))
    const page = await returnFromProvider(world, ann, { state, code })
    return { page, state, code }
  }

  test('with the same account repairs it', async () => {
    const { ann, id, subject } = await newBrokenAccount()
    expect((await finish(ann, id, subject)).page).toBe('/accounts')
    expect(await accountsOf(world, ann)).toMatchObject([{ id, problem: null }])
  })

  test('with another account says which was connected and which was not, also after a reload', async () => {
    const { ann, id } = await newBrokenAccount()
    const subject = newSubject()
    const { page, state, code } = await finish(ann, id, subject)
    const accounts = await accountsOf(world, ann)
    const other = accounts.find(({ email }) => email === `${subject}@mail.test`)
    expect(page).toBe(`/accounts?connected=${other?.id}&insteadOf=${id}`)
    expect(accounts.find((account) => account.id === id)).toMatchObject({
      problem: 'needs-reconnect',
    })
    expect(await returnFromProvider(world, ann, { state, code })).toBe(page)
  })
})

describe('an organisation that lets only administrators allow access', () => {
  const refused = { error: 'access_denied', error_description: 'needs admin' }

  test('leads the user to the page that explains it, also after a reload', async () => {
    const ann = await newSignedInUser(world)
    const state = await startConnecting(world, ann, 'microsoft')
    for (const _time of ['first', 'reload'])
      expect(await returnFromProvider(world, ann, { state, ...refused }, 'microsoft')).toBe(
        '/accounts/admin-approval',
      )
    expect(await accountsOf(world, ann, 'microsoft')).toEqual([])
  })

  test('gets a link that names no user', async () => {
    const ann = await newSignedInUser(world)
    const { body } = await request('GET', '/api/microsoft/admin-consent', ann)
    expect(body).toEqual({
      url: `https://microsoft.test/consent/admin?redirect_uri=${encodeURIComponent('http://localhost:3000/api/microsoft/callback')}`,
    })
  })

  test('gets no link if Microsoft is not set up', async () => {
    const ann = await newSignedInUser(world)
    const { microsoft } = mail.consents
    mail.consents.microsoft = null
    const answer = await request('GET', '/api/microsoft/admin-consent', ann)
    mail.consents.microsoft = microsoft
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  })
})

describe('an administrator who returns', () => {
  const tenant = '4d2f0a52-9d3c-4a0e-8a35-0c1d2e3f4a5b'
  const back = (query: Record<string, string>, who: SignedInUser | typeof noSession = noSession) =>
    returnFromProvider(world, who, query, 'microsoft')

  test.each([
    [{ admin_consent: 'True', tenant }],
    [{ admin_consent: 'True', tenant, scope: 'Mail.ReadWrite', state: 'not-ours' }],
  ] as [Record<string, string>][])('is thanked without a session: %j', async (query) => {
    expect(await back(query)).toBe('/approval?approved')
  })

  test.each([
    [{ admin_consent: '' }],
    [{ admin_consent: 'False', tenant }],
    [{ admin_consent: '<script>', tenant: "' or 1=1" }],
  ] as [Record<string, string>][])(
    'is neither thanked nor told of a refusal if Microsoft says neither: %j',
    async (query) => {
      expect(await back(query)).toBe('/approval')
    },
  )

  test.each([
    [{ error: 'access_denied', error_description: 'AADSTS65004: declined' }],
    [{ error: 'permission_denied', error_description: 'The admin canceled the request' }],
    [{ error: 'access_denied', admin_consent: 'True', state: 'not-ours' }],
  ] as [Record<string, string>][])('is told that nothing was approved: %j', async (query) => {
    expect(await back(query)).toBe('/approval?declined')
  })

  test('does not use up a connection, even with its state', async () => {
    const ann = await newSignedInUser(world)
    const state = await startConnecting(world, ann, 'microsoft')
    expect(await back({ admin_consent: 'True', state }, ann)).toBe('/approval?approved')
    const code = grantConsent(world, toFakeGrant(newSubject()), 'microsoft')
    expect(await back({ state, code }, ann)).toBe('/accounts')
  })

  test('a forged approval does not replace a code', async () => {
    const ann = await newSignedInUser(world)
    const state = await startConnecting(world, ann, 'microsoft')
    expect(await back({ state, code: 'made up', admin_consent: 'True' }, ann)).toBe(
      '/?error=expired',
    )
  })

  test('is recognised at Microsoft’s callback only', async () => {
    const ann = await newSignedInUser(world)
    expect(await returnFromProvider(world, ann, { admin_consent: 'True' })).toBe(
      '/?error=missing_params',
    )
  })
})

test('no text of the callback reaches the page, the database or the log', async () => {
  const ann = await newSignedInUser(world)
  for (const text of ['<b>marked words</b>', `marked words ${'x'.repeat(1_000_000)}`]) {
    const state = await startConnecting(world, ann, 'microsoft')
    const query = { state, error: 'access_denied', error_description: text, error_subcode: text }
    expect(await returnFromProvider(world, ann, query, 'microsoft')).toBe('/?error=access_denied')
  }
  const stored = JSON.stringify(await ctx.db.select().from(oauthAttempts))
  expect(stored + world.logs.join('')).not.toContain('marked')
})
