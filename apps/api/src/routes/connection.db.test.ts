import { grants, mailboxes, oauthAttempts, users } from '@doorman/db/schema'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import { dayMs, minuteMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'
import { fakeTokenKey } from '@doorman/runtime/testing/fake-runtime'
import { createKeyRing } from '@doorman/runtime/secrets/key-ring'
import { toFakeGrant } from '@doorman/services/testing/fake-mail-access'
import { rotateKeys } from '@doorman/services/mailboxes/upkeep/rotate-keys'
import { eq, ne, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import {
  accountsOf,
  grantConsent,
  startConnecting,
  returnFromProvider,
  connect,
  consentOf,
  newSignedInUser,
  type SignedInUser,
} from '../testing/fake-connections.ts'

const newerKey = { version: 2, key: Buffer.alloc(32, 2) }
const world = await openFakeApp({ tokenKeys: [newerKey, fakeTokenKey] })
const { request, ctx, advance } = world
const gmail = consentOf(world, 'gmail')

afterEach(() => {
  gmail.failure = null
  gmail.beforeRedemption = async () => {}
})

let made = 0
/** A provider account that is not connected yet. */
const newSubject = () => `subject${(made += 1)}`

describe.each(mailProviders)('connecting %s', (provider) => {
  test('redirects to the provider and back to the accounts page, which lists the new mailbox', async () => {
    const ann = await newSignedInUser(world)
    const subject = newSubject()
    const { body } = await request('POST', `/api/${provider}/connect`, { cookie: ann.cookie })
    expect(body).toEqual({ authUrl: expect.stringMatching(/^https:.*state=[\w-]{43}$/) })
    expect(await connect(world, ann, subject, provider)).toBe('/accounts')
    expect(await accountsOf(world, ann, provider)).toEqual([
      {
        id: expect.any(String),
        email: `${subject}@mail.test`,
        isActive: true,
        isPaused: false,
        isObserveOnly: false,
        syncStatus: 'waiting',
        syncProgress: 0,
        syncTotal: 0,
        createdAt: expect.any(String),
        lastSyncedAt: null,
        nextCheckAt: expect.any(String),
        problem: null,
        checked: 0,
        wouldMove: 0,
        indexProgress: null,
      },
    ])
  })

  test('the code is redeemed with the verifier and nonce of the request', async () => {
    const ann = await newSignedInUser(world)
    await connect(world, ann, newSubject(), provider)
    const { asked, redeemed } = consentOf(world, provider)
    const { state, ...question } = asked.at(-1) ?? { state: '' }
    expect(redeemed.at(-1)).toEqual({ ...question, code: expect.any(String) })
    expect(question).toMatchObject({
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      codeVerifier: expect.stringMatching(/^[\w-]{43}$/),
      redirectUrl: `http://localhost:3000/api/${provider}/callback`,
    })
    expect(state).toMatch(/^[\w-]{43}$/)
  })
})

test('tokens, verifier and state are unreadable in the database', async () => {
  const ann = await newSignedInUser(world)
  const subject = newSubject()
  await connect(world, ann, subject)
  const { state = '', codeVerifier = '' } = gmail.asked.at(-1) ?? {}
  const tables = [grants, mailboxes, oauthAttempts]
  const dump = JSON.stringify(await Promise.all(tables.map((table) => ctx.db.select().from(table))))
  for (const secret of [state, codeVerifier, `access-${subject}`, `refresh-${subject}`])
    expect(dump).not.toContain(secret)
})

test('a connection survives a key rotation during consent', async () => {
  const ann = await newSignedInUser(world)
  const state = await startConnecting(world, ann)
  const keyRing = createKeyRing([fakeTokenKey, newerKey])
  for await (const _batch of rotateKeys({ db: ctx.db, keyRing }));
  expect(await ctx.db.$count(oauthAttempts, ne(oauthAttempts.keyVersion, 1))).toBe(0)
  const code = grantConsent(world, toFakeGrant(newSubject()))
  expect(await returnFromProvider(world, ann, { state, code })).toBe('/accounts')
})

test('a new mailbox is synced at once, and shows the time of its last and next check', async () => {
  const ann = await newSignedInUser(world)
  await connect(world, ann, newSubject())
  await world.runJobsUntilIdle()
  const [account] = await accountsOf(world, ann)
  const checkedAt = Date.parse(String(account?.['lastSyncedAt']))
  expect(Date.parse(String(account?.['nextCheckAt'])) - checkedAt).toBe(5 * minuteMs)
})

test('a mailbox connected as observe-only is observe-only from its first sync on', async () => {
  const ann = await newSignedInUser(world)
  const grant = toFakeGrant(newSubject())
  const connectWith = async (body: { isObserveOnly?: boolean }) => {
    const state = await startConnecting(world, ann, 'gmail', body)
    expect(await returnFromProvider(world, ann, { state, code: grantConsent(world, grant) })).toBe(
      '/accounts',
    )
    const [account] = await accountsOf(world, ann)
    return account
  }
  const observed = { isObserveOnly: true, syncStatus: 'waiting' }
  expect(await connectWith({ isObserveOnly: true })).toMatchObject(observed)
  expect(await connectWith({})).toMatchObject(observed)

  await ctx.db.update(mailboxes).set({ isObserveOnly: false })
  expect(await connectWith({})).toMatchObject({ isObserveOnly: false })
  expect(await connectWith({ isObserveOnly: true })).toMatchObject(observed)
})

describe('the trial', () => {
  test('starts with the first mailbox and lasts fourteen days', async () => {
    const ann = await newSignedInUser(world)
    expect((await request('GET', '/api/billing/info', ann)).body).toEqual({
      accountType: 'free',
      subscriptionStatus: 'none',
      subscriptionPlan: null,
      trialDaysLeft: null,
      trialEndDate: null,
      subscriptionEndDate: null,
      cancelDate: null,
      graceEndDate: null,
      canSubscribe: false,
      hasPortal: false,
      emailAddressLimit: 1,
    })
    await connect(world, ann, newSubject())
    const { body } = await request('GET', '/api/billing/info', ann)
    expect(body).toMatchObject({
      accountType: 'trial',
      trialDaysLeft: 14,
      emailAddressLimit: null,
    })
    const me = await request('GET', '/api/auth/me', ann)
    expect(me.body['trialEndDate']).toBe(body['trialEndDate'])
  })

  test('does not restart with a second mailbox or after the last one is disconnected', async () => {
    const ann = await newSignedInUser(world)
    await connect(world, ann, newSubject())
    const { trialEndDate } = (await request('GET', '/api/billing/info', ann)).body
    await connect(world, ann, newSubject())
    for (const { id } of await accountsOf(world, ann))
      await request('DELETE', `/api/gmail-accounts/${id}`, ann)
    await connect(world, ann, newSubject())
    expect((await request('GET', '/api/billing/info', ann)).body).toMatchObject({ trialEndDate })
  })
})

/** A user with this many mailboxes whose trial has ended. */
async function newFreeUser(count: number): Promise<SignedInUser> {
  const user = await newSignedInUser(world)
  for (let index = 0; index < count; index += 1) await connect(world, user, newSubject())
  await ctx.db
    .update(users)
    .set({ trialEndsAt: new Date(ctx.now().getTime() - 2 * dayMs) })
    .where(eq(users.email, user.email))
  return user
}

describe('the limit of the free plan', () => {
  test('is reported with the offer to upgrade, before the redirect to the provider', async () => {
    const ann = await newFreeUser(1)
    expect(await request('POST', '/api/gmail/connect', ann)).toMatchObject({
      status: 403,
      body: { code: 'plan-limit', upgradeRequired: true, message: expect.any(String) },
    })
  })

  test('does not block reconnecting a mailbox', async () => {
    const ann = await newFreeUser(1)
    const [account] = await accountsOf(world, ann)
    const state = await startConnecting(world, ann, 'gmail', { accountId: account?.id ?? '' })
    expect(gmail.asked.at(-1)?.loginHint).toBe(account?.['email'])
    const subject = String(account?.['email']).split('@')[0] ?? ''
    const code = grantConsent(world, toFakeGrant(subject, 'newer'))
    expect(await returnFromProvider(world, ann, { state, code })).toBe('/accounts')
    expect(await accountsOf(world, ann)).toMatchObject([{ id: account?.id }])
  })

  test('applies to a user who starts reconnecting one mailbox and returns with another, whose access is revoked', async () => {
    const ann = await newFreeUser(1)
    const [account] = await accountsOf(world, ann)
    const state = await startConnecting(world, ann, 'gmail', { accountId: account?.id ?? '' })
    const other = newSubject()
    const code = grantConsent(world, toFakeGrant(other))
    expect(await returnFromProvider(world, ann, { state, code })).toBe('/?error=limit_reached')
    await world.runJobsUntilIdle()
    expect(await accountsOf(world, ann)).toHaveLength(1)
    expect(gmail.revoked).toContain(`refresh-${other}`)
  })

  test('applies to two connections that finish at the same time', async () => {
    const ann = await newFreeUser(0)
    const states = [await startConnecting(world, ann), await startConnecting(world, ann)]
    // Both wait for the user's row before they count the mailboxes.
    const ends = await ctx.db.transaction(async (tx) => {
      await tx.select().from(users).for('no key update')
      const returns = states.map((state) =>
        returnFromProvider(world, ann, {
          state,
          code: grantConsent(world, toFakeGrant(newSubject())),
        }),
      )
      await expect.poll(countLockWaits, { timeout: 10_000 }).toBe(2)
      return returns
    })
    expect(new Set(await Promise.all(ends))).toEqual(
      new Set(['/accounts', '/?error=limit_reached']),
    )
  })
})

describe('failures are reported on the landing page', () => {
  test.each([
    ['the user declines', { error: 'access_denied' }, 'access_denied'],
    ['the provider requires consent again', { error: 'consent_required' }, 'access_denied'],
    ['the provider has a problem', { error: 'server_error' }, 'failed'],
    ['the provider sends an unknown error', { error: '<script>alert(1)</script>' }, 'failed'],
    ['an error comes with a code', { error: 'access_denied', code: 'made up' }, 'access_denied'],
    ['there is no code', {}, 'missing_params'],
    ['the code is empty', { code: '' }, 'missing_params'],
    ['the code is unknown', { code: 'made up' }, 'expired'],
  ] as [string, Record<string, string>, string][])('%s', async (_case, query, error) => {
    const ann = await newSignedInUser(world)
    const state = await startConnecting(world, ann)
    expect(await returnFromProvider(world, ann, { state, ...query })).toBe(`/?error=${error}`)
    expect(await accountsOf(world, ann)).toEqual([])
  })

  test('the callback has no state', async () => {
    const ann = await newSignedInUser(world)
    expect(await returnFromProvider(world, ann, { code: 'x' })).toBe('/?error=missing_params')
    expect(await returnFromProvider(world, ann, {})).toBe('/?error=missing_params')
    expect(await returnFromProvider(world, ann, { error: 'access_denied' })).toBe(
      '/?error=missing_params',
    )
  })

  test('the user unticked a permission', async () => {
    const ann = await newSignedInUser(world)
    const subject = newSubject()
    gmail.redemptions.set('partial', { kind: 'partial', grant: toFakeGrant(subject) })
    const state = await startConnecting(world, ann)
    expect(await returnFromProvider(world, ann, { state, code: 'partial' })).toBe(
      '/?error=consent_incomplete',
    )
    expect(await accountsOf(world, ann)).toEqual([])
    await world.runJobsUntilIdle()
    expect(gmail.revoked).toContain(`refresh-${subject}`)
    expect(await ctx.db.$count(grants, eq(grants.providerAccountId, subject))).toBe(0)
  })

  test.each(['unavailable', 'rate-limited', 'refused'] as const)(
    'the token endpoint is %s',
    async (failure) => {
      const ann = await newSignedInUser(world)
      const state = await startConnecting(world, ann)
      gmail.failure = new MailError(failure, 'test')
      expect(await returnFromProvider(world, ann, { state, code: 'x' })).toBe('/?error=failed')
    },
  )

  test('a parameter given twice is ignored', async () => {
    const ann = await newSignedInUser(world)
    const state = await startConnecting(world, ann)
    const { headers } = await request(
      'GET',
      `/api/gmail/callback?state=${state}&code=a&code=b`,
      ann,
    )
    expect(headers['location']).toBe('/?error=missing_params')
  })
})

describe('an OAuth state is valid once, for its login session and provider', () => {
  test('an unknown state is refused', async () => {
    const ann = await newSignedInUser(world)
    expect(await returnFromProvider(world, ann, { state: 'x', code: 'x' })).toBe('/?error=expired')
  })

  test('another user cannot use the state', async () => {
    const [ann, eve] = [await newSignedInUser(world), await newSignedInUser(world)]
    const state = await startConnecting(world, ann)
    const code = grantConsent(world, toFakeGrant(newSubject()))
    expect(await returnFromProvider(world, eve, { state, code })).toBe('/?error=expired')
    expect(await accountsOf(world, eve)).toEqual([])
    expect(gmail.redemptions.has(code)).toBe(true)
  })

  test('another login session of the same user cannot use the state', async () => {
    const ann = await newSignedInUser(world)
    const state = await startConnecting(world, ann)
    const { cookie = '' } = await request('POST', '/api/auth/login', {
      body: { email: ann.email, password: 'correct horse battery' },
    })
    const code = grantConsent(world, toFakeGrant(newSubject()))
    expect(await returnFromProvider(world, { ...ann, cookie }, { state, code })).toBe(
      '/?error=expired',
    )
  })

  test('the state cannot be used without a login session or after it ended', async () => {
    const ann = await newSignedInUser(world)
    const state = await startConnecting(world, ann)
    const code = grantConsent(world, toFakeGrant(newSubject()))
    expect(await returnFromProvider(world, { cookie: undefined }, { state, code })).toBe(
      '/?error=expired',
    )
    await request('POST', '/api/auth/logout', ann)
    expect(await returnFromProvider(world, ann, { state, code })).toBe('/?error=expired')
  })

  test('the other provider’s callback cannot use the state', async () => {
    const ann = await newSignedInUser(world)
    const state = await startConnecting(world, ann)
    const code = grantConsent(world, toFakeGrant(newSubject()), 'microsoft')
    expect(await returnFromProvider(world, ann, { state, code }, 'microsoft')).toBe(
      '/?error=expired',
    )
    const right = grantConsent(world, toFakeGrant(newSubject()))
    expect(await returnFromProvider(world, ann, { state, code: right })).toBe('/accounts')
  })

  test('the state expires after 30 minutes', async () => {
    const ann = await newSignedInUser(world)
    const state = await startConnecting(world, ann)
    const code = grantConsent(world, toFakeGrant(newSubject()))
    advance(30 * minuteMs)
    expect(await returnFromProvider(world, ann, { state, code })).toBe('/?error=expired')
  })

  test('a state that returns with a second code does not redeem it', async () => {
    const ann = await newSignedInUser(world)
    const state = await startConnecting(world, ann)
    const first = grantConsent(world, toFakeGrant(newSubject()))
    const second = grantConsent(world, toFakeGrant(newSubject()))
    await returnFromProvider(world, ann, { state, code: first })
    expect(await returnFromProvider(world, ann, { state, code: second })).toBe('/accounts')
    expect(await accountsOf(world, ann)).toHaveLength(1)
    expect(gmail.redemptions.has(second)).toBe(true)
  })
})

describe('loading the callback again', () => {
  test('redirects to the accounts page again, even an hour later', async () => {
    const ann = await newSignedInUser(world)
    const state = await startConnecting(world, ann)
    const code = grantConsent(world, toFakeGrant(newSubject()))
    expect(await returnFromProvider(world, ann, { state, code })).toBe('/accounts')
    advance(60 * minuteMs)
    expect(await returnFromProvider(world, ann, { state, code })).toBe('/accounts')
    expect(await accountsOf(world, ann)).toHaveLength(1)
  })

  test('fails with the same error again', async () => {
    const ann = await newSignedInUser(world)
    const state = await startConnecting(world, ann)
    await returnFromProvider(world, ann, { state, error: 'access_denied' })
    expect(await returnFromProvider(world, ann, { state, error: 'access_denied' })).toBe(
      '/?error=access_denied',
    )
  })

  test('at the same time waits and has the same result as the first request', async () => {
    const ann = await newSignedInUser(world)
    const state = await startConnecting(world, ann)
    const code = grantConsent(world, toFakeGrant(newSubject()))
    const slept = world.nextSleep()
    gmail.beforeRedemption = () => slept
    const ends = await Promise.all([
      returnFromProvider(world, ann, { state, code }),
      returnFromProvider(world, ann, { state, code }),
    ])
    expect(ends).toEqual(['/accounts', '/accounts'])
    expect(await accountsOf(world, ann)).toHaveLength(1)
  })

  test('after a crash during the first request shows an error', async () => {
    const ann = await newSignedInUser(world)
    const state = await startConnecting(world, ann)
    await ctx.db.execute(sql`update oauth_attempts set used_at = now() where outcome is null`)
    expect(await returnFromProvider(world, ann, { state, code: 'x' })).toBe('/?error=failed')
  })
})

describe('connecting the same mailbox again', () => {
  test('by the same user: its tokens are renewed and its problem is cleared', async () => {
    const ann = await newSignedInUser(world)
    const subject = newSubject()
    await connect(world, ann, subject)
    const [before] = await accountsOf(world, ann)
    world.mail.failure = new MailError('access-revoked', 'test')
    await world.runJobsUntilIdle()
    world.mail.failure = null
    expect(await accountsOf(world, ann)).toMatchObject([
      { problem: 'needs-reconnect', nextCheckAt: null },
    ])

    const state = await startConnecting(world, ann)
    const code = grantConsent(world, toFakeGrant(subject, 'newer'))
    expect(await returnFromProvider(world, ann, { state, code })).toBe('/accounts')
    await world.runJobsUntilIdle()
    expect(await accountsOf(world, ann)).toMatchObject([
      { id: before?.id, problem: null, lastSyncedAt: expect.any(String) },
    ])
    expect(gmail.revoked).not.toContain(`refresh-${subject}`)
  })

  test('by the same user during a sync: the two do not deadlock', async () => {
    const ann = await newSignedInUser(world)
    const subject = newSubject()
    await connect(world, ann, subject)
    const state = await startConnecting(world, ann)
    const code = grantConsent(world, toFakeGrant(subject, 'newer'))
    const started = await ctx.db.transaction(async (tx) => {
      // Like a sync that finds a message that the user moved back: locks the mailbox, then the user.
      await tx.execute(
        sql`select 1 from mailboxes where provider_account_id = ${subject} for no key update`,
      )
      const connecting = returnFromProvider(world, ann, { state, code })
      await tx.execute(sql`select pg_sleep(0.2)`)
      await tx.execute(sql`select 1 from users where email = ${ann.email} for key share`)
      return { connecting }
    })
    expect(await started.connecting).toBe('/accounts')
  })

  test('by another user: refused, and the first user’s access is untouched', async () => {
    const [ann, eve] = [await newSignedInUser(world), await newSignedInUser(world)]
    const subject = newSubject()
    await connect(world, ann, subject)
    expect(await connect(world, eve, subject)).toBe('/?error=mailbox_taken')
    await world.runJobsUntilIdle()
    expect(await accountsOf(world, eve)).toEqual([])
    expect(await accountsOf(world, ann)).toMatchObject([{ problem: null }])
    expect(gmail.revoked).not.toContain(`refresh-${subject}`)
    expect((await request('GET', '/api/billing/info', eve)).body).toMatchObject({
      trialEndDate: null,
    })
  })

  test('by two users at the same time: one of them gets it', async () => {
    const [ann, eve] = [await newSignedInUser(world), await newSignedInUser(world)]
    const subject = newSubject()
    const ends = await Promise.all([connect(world, ann, subject), connect(world, eve, subject)])
    expect(new Set(ends)).toEqual(new Set(['/accounts', '/?error=mailbox_taken']))
  })

  test('with another address: it is the same mailbox', async () => {
    const ann = await newSignedInUser(world)
    const subject = newSubject()
    await connect(world, ann, subject)
    const state = await startConnecting(world, ann)
    const renamed = { ...toFakeGrant(subject), address: 'renamed@mail.test' }
    await returnFromProvider(world, ann, { state, code: grantConsent(world, renamed) })
    expect(await accountsOf(world, ann)).toMatchObject([{ email: 'renamed@mail.test' }])
  })

  test('at the other provider: it is another mailbox', async () => {
    const ann = await newSignedInUser(world)
    const subject = newSubject()
    await connect(world, ann, subject, 'gmail')
    expect(await connect(world, ann, subject, 'microsoft')).toBe('/accounts')
  })
})

test('redirect URLs come from the admin’s settings, the same for authorization and token request', async () => {
  const ann = await newSignedInUser(world)
  const set = 'https://mail.doorman.example/back'
  await ctx.db.execute(sql`update settings set gmail_oauth_redirect_url = ${set}`)
  const state = await startConnecting(world, ann)
  await ctx.db.execute(sql`update settings set gmail_oauth_redirect_url = null`)
  expect(gmail.asked.at(-1)?.redirectUrl).toBe(set)
  await returnFromProvider(world, ann, {
    state,
    code: grantConsent(world, toFakeGrant(newSubject())),
  })
  expect(gmail.redeemed.at(-1)?.redirectUrl).toBe(set)
})

test('a provider that is not set up is refused', async () => {
  const ann = await newSignedInUser(world)
  world.mail.consents.gmail = null
  const answer = await request('POST', '/api/gmail/connect', ann)
  world.mail.consents.gmail = gmail
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
})

test('connection attempts are limited', async () => {
  const ann = await newSignedInUser(world)
  for (let tries = 0; tries < 30; tries += 1) await startConnecting(world, ann)
  expect(await request('POST', '/api/gmail/connect', ann)).toMatchObject({ status: 429 })
})

test('another user’s mailbox cannot be reconnected', async () => {
  const [ann, eve] = [await newSignedInUser(world), await newSignedInUser(world)]
  await connect(world, ann, newSubject())
  const [account] = await accountsOf(world, ann)
  expect(
    await request('POST', '/api/gmail/connect', { ...eve, body: { accountId: account?.id } }),
  ).toMatchObject({ status: 404 })
})

async function countLockWaits(): Promise<number> {
  const { rows } = await ctx.db.execute(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows.length
}
