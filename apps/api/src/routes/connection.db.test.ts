import { grants, mailboxes, oauthAttempts, users } from '@doorman/db/schema'
import { providers } from '@doorman/domain/mailbox'
import { MailError } from '@doorman/mail/mail-error'
import { fakeTokenKey } from '@doorman/runtime/fake-runtime'
import { createKeyRing } from '@doorman/runtime/key-ring'
import { toFakeGrant } from '@doorman/services/fake-mail-access'
import { rotateKeys } from '@doorman/services/mailboxes/rotate-keys'
import { eq, ne, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { openFakeApp } from '../fake-app.ts'
import {
  accountsOf,
  allow,
  begin,
  comeBack,
  connect,
  consentOf,
  newPerson,
  type Person,
} from '../fake-connections.ts'

const newerKey = { version: 2, key: Buffer.alloc(32, 2) }
const world = await openFakeApp({ tokenKeys: [newerKey, fakeTokenKey] })
const { ask, ctx, advance } = world
const gmail = consentOf(world, 'gmail')
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

afterEach(() => {
  gmail.failure = null
  gmail.beforeRedemption = Promise.resolve()
})

let made = 0
/** A mailbox of the world outside that nobody has connected yet. */
const newSubject = () => `subject${(made += 1)}`

describe.each(providers)('166: connecting %s', (provider) => {
  test('leads to the provider and back to the accounts, where the new one is', async () => {
    const ann = await newPerson(world)
    const subject = newSubject()
    const { body } = await ask('POST', `/api/${provider}/connect`, { cookie: ann.cookie })
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
      },
    ])
  })

  test('S8: the answer is redeemed with what the question was asked with', async () => {
    const ann = await newPerson(world)
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

test('S9: neither tokens nor verifier nor state can be read in the database', async () => {
  const ann = await newPerson(world)
  const subject = newSubject()
  await connect(world, ann, subject)
  const { state = '', codeVerifier = '' } = gmail.asked.at(-1) ?? {}
  const tables = [grants, mailboxes, oauthAttempts]
  const dump = JSON.stringify(await Promise.all(tables.map((table) => ctx.db.select().from(table))))
  for (const secret of [state, codeVerifier, `access-${subject}`, `refresh-${subject}`])
    expect(dump).not.toContain(secret)
})

test('S9: keys may be rotated while somebody is away at the provider', async () => {
  const ann = await newPerson(world)
  const state = await begin(world, ann)
  const keyRing = createKeyRing([fakeTokenKey, newerKey])
  while ((await rotateKeys({ db: ctx.db, keyRing })) > 0);
  expect(await ctx.db.$count(oauthAttempts, ne(oauthAttempts.keyVersion, 1))).toBe(0)
  const code = allow(world, toFakeGrant(newSubject()))
  expect(await comeBack(world, ann, { state, code })).toBe('/accounts')
})

test('182: a mailbox is looked at once it is connected, and then says when', async () => {
  const ann = await newPerson(world)
  await connect(world, ann, newSubject())
  await world.settle()
  const [account] = await accountsOf(world, ann)
  const checkedAt = Date.parse(String(account?.['lastSyncedAt']))
  expect(Date.parse(String(account?.['nextCheckAt'])) - checkedAt).toBe(5 * minuteMs)
})

test('a mailbox that is to be observed only is so before it is looked at, and stays so', async () => {
  const ann = await newPerson(world)
  const grant = toFakeGrant(newSubject())
  const connectWith = async (body: { isObserveOnly?: boolean }) => {
    const state = await begin(world, ann, 'gmail', body)
    expect(await comeBack(world, ann, { state, code: allow(world, grant) })).toBe('/accounts')
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
    const ann = await newPerson(world)
    expect((await ask('GET', '/api/billing/info', ann)).body).toEqual({
      accountType: 'free',
      subscriptionStatus: 'none',
      subscriptionPlan: null,
      trialDaysLeft: null,
      trialEndDate: null,
      subscriptionEndDate: null,
      emailAddressLimit: 1,
    })
    await connect(world, ann, newSubject())
    const { body } = await ask('GET', '/api/billing/info', ann)
    expect(body).toMatchObject({
      accountType: 'trial',
      trialDaysLeft: 14,
      emailAddressLimit: null,
    })
    const me = await ask('GET', '/api/auth/me', ann)
    expect(me.body['trialEndDate']).toBe(body['trialEndDate'])
  })

  test('does not start again with the second, nor after the last was disconnected', async () => {
    const ann = await newPerson(world)
    await connect(world, ann, newSubject())
    const { trialEndDate } = (await ask('GET', '/api/billing/info', ann)).body
    await connect(world, ann, newSubject())
    for (const { id } of await accountsOf(world, ann))
      await ask('DELETE', `/api/gmail-accounts/${id}`, ann)
    await connect(world, ann, newSubject())
    expect((await ask('GET', '/api/billing/info', ann)).body).toMatchObject({ trialEndDate })
  })
})

/** Signed up, connected so many mailboxes, and the trial is over. */
async function newFreePerson(count: number): Promise<Person> {
  const person = await newPerson(world)
  for (let index = 0; index < count; index += 1) await connect(world, person, newSubject())
  await ctx.db
    .update(users)
    .set({ trialEndsAt: new Date(ctx.now().getTime() - 2 * dayMs) })
    .where(eq(users.email, person.email))
  return person
}

describe('167: the limit of the free plan', () => {
  test('is refused with the way out, before anybody leaves', async () => {
    const ann = await newFreePerson(1)
    expect(await ask('POST', '/api/gmail/connect', ann)).toMatchObject({
      status: 403,
      body: { code: 'plan-limit', upgradeRequired: true, message: expect.any(String) },
    })
  })

  test('leaves room for a mailbox that is connected again', async () => {
    const ann = await newFreePerson(1)
    const [account] = await accountsOf(world, ann)
    const state = await begin(world, ann, 'gmail', { accountId: account?.id ?? '' })
    expect(gmail.asked.at(-1)?.loginHint).toBe(account?.['email'])
    const subject = String(account?.['email']).split('@')[0] ?? ''
    const code = allow(world, toFakeGrant(subject, 'newer'))
    expect(await comeBack(world, ann, { state, code })).toBe('/accounts')
    expect(await accountsOf(world, ann)).toMatchObject([{ id: account?.id }])
  })

  test('holds for whoever sets out for one mailbox and comes back with another, which is given back', async () => {
    const ann = await newFreePerson(1)
    const [account] = await accountsOf(world, ann)
    const state = await begin(world, ann, 'gmail', { accountId: account?.id ?? '' })
    const other = newSubject()
    const code = allow(world, toFakeGrant(other))
    expect(await comeBack(world, ann, { state, code })).toBe('/?error=limit_reached')
    await world.settle()
    expect(await accountsOf(world, ann)).toHaveLength(1)
    expect(gmail.revoked).toContain(`refresh-${other}`)
  })

  test('holds for two who come back at the same time', async () => {
    const ann = await newFreePerson(0)
    const states = [await begin(world, ann), await begin(world, ann)]
    const ends = await Promise.all(
      states.map((state) =>
        comeBack(world, ann, { state, code: allow(world, toFakeGrant(newSubject())) }),
      ),
    )
    expect(new Set(ends)).toEqual(new Set(['/accounts', '/?error=limit_reached']))
  })
})

describe('what goes wrong is told on the landing page', () => {
  test.each([
    ['57: the user says no', { error: 'access_denied' }, 'access_denied'],
    ['57: consent is wanted again', { error: 'consent_required' }, 'access_denied'],
    ['the provider has a problem', { error: 'server_error' }, 'failed'],
    ['the provider says something unheard of', { error: '<script>alert(1)</script>' }, 'failed'],
    ['58: there is no code', {}, 'missing_params'],
    ['58: the code is empty', { code: '' }, 'missing_params'],
    ['S8: the code is nobody’s', { code: 'made up' }, 'expired'],
  ] as [string, Record<string, string>, string][])('%s', async (_case, query, error) => {
    const ann = await newPerson(world)
    const state = await begin(world, ann)
    expect(await comeBack(world, ann, { state, ...query })).toBe(`/?error=${error}`)
    expect(await accountsOf(world, ann)).toEqual([])
  })

  test('58: there is no state', async () => {
    const ann = await newPerson(world)
    expect(await comeBack(world, ann, { code: 'x' })).toBe('/?error=missing_params')
    expect(await comeBack(world, ann, {})).toBe('/?error=missing_params')
    expect(await comeBack(world, ann, { error: 'access_denied' })).toBe('/?error=missing_params')
  })

  test('F24: the user unticked something', async () => {
    const ann = await newPerson(world)
    const subject = newSubject()
    gmail.redemptions.set('partial', { kind: 'partial', grant: toFakeGrant(subject) })
    const state = await begin(world, ann)
    expect(await comeBack(world, ann, { state, code: 'partial' })).toBe(
      '/?error=consent_incomplete',
    )
    expect(await accountsOf(world, ann)).toEqual([])
    await world.settle()
    expect(gmail.revoked).toContain(`refresh-${subject}`)
    expect(await ctx.db.$count(grants, eq(grants.subject, subject))).toBe(0)
  })

  test.each(['unavailable', 'rate-limited', 'refused'] as const)(
    'F21: the token endpoint is %s',
    async (failure) => {
      const ann = await newPerson(world)
      const state = await begin(world, ann)
      gmail.failure = new MailError(failure, 'test')
      expect(await comeBack(world, ann, { state, code: 'x' })).toBe('/?error=failed')
    },
  )

  test('a parameter given twice counts as none', async () => {
    const ann = await newPerson(world)
    const state = await begin(world, ann)
    const { headers } = await ask('GET', `/api/gmail/callback?state=${state}&code=a&code=b`, ann)
    expect(headers['location']).toBe('/?error=missing_params')
  })
})

describe('S8: an answer counts once, for the login session that asked and the provider it asked', () => {
  test('a state that was never given out is refused', async () => {
    const ann = await newPerson(world)
    expect(await comeBack(world, ann, { state: 'x', code: 'x' })).toBe('/?error=expired')
  })

  test('another user cannot bring it', async () => {
    const [ann, eve] = [await newPerson(world), await newPerson(world)]
    const state = await begin(world, ann)
    const code = allow(world, toFakeGrant(newSubject()))
    expect(await comeBack(world, eve, { state, code })).toBe('/?error=expired')
    expect(await accountsOf(world, eve)).toEqual([])
    expect(gmail.redemptions.has(code)).toBe(true)
  })

  test('another login session of the same user cannot bring it', async () => {
    const ann = await newPerson(world)
    const state = await begin(world, ann)
    const { cookie = '' } = await ask('POST', '/api/auth/login', {
      body: { email: ann.email, password: 'correct horse battery' },
    })
    const code = allow(world, toFakeGrant(newSubject()))
    expect(await comeBack(world, { ...ann, cookie }, { state, code })).toBe('/?error=expired')
  })

  test('nobody can bring it without a login session, or after its end', async () => {
    const ann = await newPerson(world)
    const state = await begin(world, ann)
    const code = allow(world, toFakeGrant(newSubject()))
    expect(await comeBack(world, { cookie: undefined }, { state, code })).toBe('/?error=expired')
    await ask('POST', '/api/auth/logout', ann)
    expect(await comeBack(world, ann, { state, code })).toBe('/?error=expired')
  })

  test('the other provider cannot answer it', async () => {
    const ann = await newPerson(world)
    const state = await begin(world, ann)
    const code = allow(world, toFakeGrant(newSubject()), 'microsoft')
    expect(await comeBack(world, ann, { state, code }, 'microsoft')).toBe('/?error=expired')
    const right = allow(world, toFakeGrant(newSubject()))
    expect(await comeBack(world, ann, { state, code: right })).toBe('/accounts')
  })

  test('it is too late after ten minutes', async () => {
    const ann = await newPerson(world)
    const state = await begin(world, ann)
    const code = allow(world, toFakeGrant(newSubject()))
    advance(10 * minuteMs)
    expect(await comeBack(world, ann, { state, code })).toBe('/?error=expired')
  })

  test('a code is redeemed once, though the state comes again with another', async () => {
    const ann = await newPerson(world)
    const state = await begin(world, ann)
    const first = allow(world, toFakeGrant(newSubject()))
    const second = allow(world, toFakeGrant(newSubject()))
    await comeBack(world, ann, { state, code: first })
    expect(await comeBack(world, ann, { state, code: second })).toBe('/accounts')
    expect(await accountsOf(world, ann)).toHaveLength(1)
    expect(gmail.redemptions.has(second)).toBe(true)
  })
})

describe('R19: the callback may be loaded again', () => {
  test('and leads to the accounts again, also an hour later', async () => {
    const ann = await newPerson(world)
    const state = await begin(world, ann)
    const code = allow(world, toFakeGrant(newSubject()))
    expect(await comeBack(world, ann, { state, code })).toBe('/accounts')
    advance(60 * minuteMs)
    expect(await comeBack(world, ann, { state, code })).toBe('/accounts')
    expect(await accountsOf(world, ann)).toHaveLength(1)
  })

  test('and fails in the same words as before', async () => {
    const ann = await newPerson(world)
    const state = await begin(world, ann)
    await comeBack(world, ann, { state, error: 'access_denied' })
    expect(await comeBack(world, ann, { state, error: 'access_denied' })).toBe(
      '/?error=access_denied',
    )
  })

  test('at the same time: the second waits and ends as the first does', async () => {
    const ann = await newPerson(world)
    const state = await begin(world, ann)
    const code = allow(world, toFakeGrant(newSubject()))
    gmail.beforeRedemption = world.nextSleep()
    const ends = await Promise.all([
      comeBack(world, ann, { state, code }),
      comeBack(world, ann, { state, code }),
    ])
    expect(ends).toEqual(['/accounts', '/accounts'])
    expect(await accountsOf(world, ann)).toHaveLength(1)
  })

  test('after a crash in between, which the user is told of in the end', async () => {
    const ann = await newPerson(world)
    const state = await begin(world, ann)
    await ctx.db.execute(sql`update oauth_attempts set used_at = now() where outcome is null`)
    expect(await comeBack(world, ann, { state, code: 'x' })).toBe('/?error=failed')
  })
})

describe('F35: the same mailbox again', () => {
  test('by the same user: its tokens are renewed and it is well again', async () => {
    const ann = await newPerson(world)
    const subject = newSubject()
    await connect(world, ann, subject)
    const [before] = await accountsOf(world, ann)
    world.mail.failure = new MailError('access-revoked', 'test')
    await world.settle()
    world.mail.failure = null
    expect(await accountsOf(world, ann)).toMatchObject([
      { problem: 'needs-reconnect', nextCheckAt: null },
    ])

    const state = await begin(world, ann)
    const code = allow(world, toFakeGrant(subject, 'newer'))
    expect(await comeBack(world, ann, { state, code })).toBe('/accounts')
    await world.settle()
    expect(await accountsOf(world, ann)).toMatchObject([
      { id: before?.id, problem: null, lastSyncedAt: expect.any(String) },
    ])
    expect(gmail.revoked).not.toContain(`refresh-${subject}`)
  })

  test('by the same user while news of it is taken in: neither waits for the other', async () => {
    const ann = await newPerson(world)
    const subject = newSubject()
    await connect(world, ann, subject)
    const state = await begin(world, ann)
    const code = allow(world, toFakeGrant(subject, 'newer'))
    const held = await ctx.db.transaction(async (tx) => {
      // As a sync does that finds a message put back by hand: it holds its mailbox, and then its user.
      await tx.execute(sql`select 1 from mailboxes where subject = ${subject} for no key update`)
      const connecting = comeBack(world, ann, { state, code })
      await tx.execute(sql`select pg_sleep(0.2)`)
      await tx.execute(sql`select 1 from users where email = ${ann.email} for key share`)
      return { connecting }
    })
    expect(await held.connecting).toBe('/accounts')
  })

  test('by another user: refused, and the first one’s access is left alone', async () => {
    const [ann, eve] = [await newPerson(world), await newPerson(world)]
    const subject = newSubject()
    await connect(world, ann, subject)
    expect(await connect(world, eve, subject)).toBe('/?error=mailbox_taken')
    await world.settle()
    expect(await accountsOf(world, eve)).toEqual([])
    expect(await accountsOf(world, ann)).toMatchObject([{ problem: null }])
    expect(gmail.revoked).not.toContain(`refresh-${subject}`)
    expect((await ask('GET', '/api/billing/info', eve)).body).toMatchObject({ trialEndDate: null })
  })

  test('by two users at the same time: one has it', async () => {
    const [ann, eve] = [await newPerson(world), await newPerson(world)]
    const subject = newSubject()
    const ends = await Promise.all([connect(world, ann, subject), connect(world, eve, subject)])
    expect(new Set(ends)).toEqual(new Set(['/accounts', '/?error=mailbox_taken']))
  })

  test('R18: by another address: it is the same mailbox', async () => {
    const ann = await newPerson(world)
    const subject = newSubject()
    await connect(world, ann, subject)
    const state = await begin(world, ann)
    const renamed = { ...toFakeGrant(subject), address: 'renamed@mail.test' }
    await comeBack(world, ann, { state, code: allow(world, renamed) })
    expect(await accountsOf(world, ann)).toMatchObject([{ email: 'renamed@mail.test' }])
  })

  test('at the other provider: it is another mailbox', async () => {
    const ann = await newPerson(world)
    const subject = newSubject()
    await connect(world, ann, subject, 'gmail')
    expect(await connect(world, ann, subject, 'microsoft')).toBe('/accounts')
  })
})

test('redirect URLs come from the admin’s settings where they are set, the same for question and answer', async () => {
  const ann = await newPerson(world)
  const set = 'https://mail.doorman.example/back'
  await ctx.db.execute(sql`update settings set gmail_oauth_redirect_url = ${set}`)
  const state = await begin(world, ann)
  await ctx.db.execute(sql`update settings set gmail_oauth_redirect_url = null`)
  expect(gmail.asked.at(-1)?.redirectUrl).toBe(set)
  await comeBack(world, ann, { state, code: allow(world, toFakeGrant(newSubject())) })
  expect(gmail.redeemed.at(-1)?.redirectUrl).toBe(set)
})

test('168: a provider that is not set up is refused', async () => {
  const ann = await newPerson(world)
  world.mail.consents.gmail = null
  const answer = await ask('POST', '/api/gmail/connect', ann)
  world.mail.consents.gmail = gmail
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
})

test('nobody sets out without end', async () => {
  const ann = await newPerson(world)
  for (let tries = 0; tries < 30; tries += 1) await begin(world, ann)
  expect(await ask('POST', '/api/gmail/connect', ann)).toMatchObject({ status: 429 })
})

test('somebody else’s account cannot be connected again', async () => {
  const [ann, eve] = [await newPerson(world), await newPerson(world)]
  await connect(world, ann, newSubject())
  const [account] = await accountsOf(world, ann)
  expect(
    await ask('POST', '/api/gmail/connect', { ...eve, body: { accountId: account?.id } }),
  ).toMatchObject({ status: 404 })
})
