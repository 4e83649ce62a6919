import { grants, mailboxes, subscriptions, users } from '@doorman/db/schema'
import type { GrantId } from '@doorman/domain/ids'
import { providers } from '@doorman/domain/mailbox'
import { MailError } from '@doorman/mail/mail-error'
import { toFakeGrant } from '@doorman/services/fake-mail-access'
import { endGrantsJob, endTrialsJob, checkDueMailboxesJob, type Job } from '@doorman/services/jobs'
import { eq, sql } from 'drizzle-orm'
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

const world = await openFakeApp()
const { ask, ctx, advance } = world
const gmail = consentOf(world, 'gmail')
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

afterEach(() => {
  gmail.failure = null
  world.mail.failure = null
})

let made = 0
const newSubject = () => `mailbox${(made += 1)}`

/** Somebody with so many Gmail mailboxes, oldest first. */
async function newOwner(count = 1) {
  const person = await newPerson(world)
  const subjects: string[] = []
  for (let index = 0; index < count; index += 1) {
    const subject = newSubject()
    await connect(world, person, subject)
    subjects.push(subject)
    advance(1)
  }
  const ids = (await accountsOf(world, person)).map(({ id }) => id)
  return { ...person, ids, id: ids[0] ?? '', subjects, subject: subjects[0] ?? '' }
}

async function endTrialOf({ email }: Person) {
  await ctx.db
    .update(users)
    .set({ trialEndsAt: new Date(ctx.now().getTime() - dayMs) })
    .where(eq(users.email, email))
}

async function run(job: Job) {
  await ctx.jobs.enqueue(ctx.db, job, {})
  await world.settle()
}

const activeOf = async (person: Person) =>
  (await accountsOf(world, person)).filter(({ isActive }) => isActive).map(({ id }) => id)

describe('S13: another user', () => {
  const calls = [
    ['PATCH', (id: string) => `/api/gmail-accounts/${id}/pause`],
    ['PATCH', (id: string) => `/api/gmail-accounts/${id}/unpause`],
    ['DELETE', (id: string) => `/api/gmail-accounts/${id}`],
  ] as const

  test.each(calls)('gets 404 by %s', async (method, toUrl) => {
    const [ann, eve] = [await newOwner(), await newPerson(world)]
    const before = await accountsOf(world, ann)
    expect(await ask(method, toUrl(ann.id), eve)).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    })
    expect(await accountsOf(world, ann)).toEqual(before)
  })

  test('gets 404 by set-active, and sees nothing in the lists', async () => {
    const [ann, eve] = [await newOwner(2), await newPerson(world)]
    const body = { accountId: ann.id, accountType: 'gmail' }
    expect(await ask('POST', '/api/accounts/set-active', { ...eve, body })).toMatchObject({
      status: 404,
    })
    for (const provider of providers) expect(await accountsOf(world, eve, provider)).toEqual([])
  })

  test.each(calls)('and the owner too, by %s at the wrong provider', async (method, toUrl) => {
    const ann = await newOwner()
    const url = toUrl(ann.id).replace('gmail', 'microsoft')
    expect((await ask(method, url, ann)).status).toBe(404)
  })

  test.each(calls)('gets a polite refusal by %s with an id that is none', async (method, toUrl) => {
    const ann = await newPerson(world)
    for (const id of ['x', '1', "' or 1=1 --", '%00'])
      expect([404, 422]).toContain((await ask(method, toUrl(id), ann)).status)
  })
})

describe('173: a pause', () => {
  test('is the user’s doing and shows', async () => {
    const ann = await newOwner()
    for (const isPaused of [true, true, false, false]) {
      const verb = isPaused ? 'pause' : 'unpause'
      expect(await ask('PATCH', `/api/gmail-accounts/${ann.id}/${verb}`, ann)).toMatchObject({
        status: 200,
        body: {},
      })
      expect(await accountsOf(world, ann)).toMatchObject([{ isPaused, isActive: true }])
    }
  })

  test('means that nobody looks at the mailbox until it ends', async () => {
    const ann = await newOwner()
    await ask('PATCH', `/api/gmail-accounts/${ann.id}/pause`, ann)
    await world.settle()
    advance(dayMs)
    await run(checkDueMailboxesJob)
    expect(await accountsOf(world, ann)).toMatchObject([{ lastSyncedAt: null, nextCheckAt: null }])
    await ask('PATCH', `/api/gmail-accounts/${ann.id}/unpause`, ann)
    await world.settle()
    expect(await accountsOf(world, ann)).toMatchObject([{ lastSyncedAt: expect.any(String) }])
  })
})

describe('176: after the trial', () => {
  test('one mailbox stays active, and the rest are kept', async () => {
    const ann = await newOwner(3)
    await endTrialOf(ann)
    await run(endTrialsJob)
    expect(await activeOf(ann)).toEqual([ann.ids[2]])
    expect(await accountsOf(world, ann)).toHaveLength(3)
    await run(endTrialsJob)
    expect(await activeOf(ann)).toEqual([ann.ids[2]])
  })

  test('A-14: the user is told once which one that is', async () => {
    const ann = await newOwner(2)
    const told = () =>
      world.notify.sent.filter(({ to }) => to === ann.email).map(({ mail }) => mail)
    await world.settle()
    const before = told().length
    await endTrialOf(ann)
    await run(endTrialsJob)
    await run(endTrialsJob)
    expect(told().slice(before)).toEqual([
      {
        kind: 'one-mailbox-active',
        address: `${ann.subjects[1]}@mail.test`,
        url: 'http://localhost:3000/accounts',
      },
    ])
  })

  test('on its last day nothing has changed', async () => {
    const ann = await newOwner(2)
    await ctx.db
      .update(users)
      .set({ trialEndsAt: new Date(ctx.now().getTime() - minuteMs) })
      .where(eq(users.email, ann.email))
    await run(endTrialsJob)
    expect(await activeOf(ann)).toEqual(ann.ids)
  })

  test('whoever pays keeps them all', async () => {
    const ann = await newOwner(2)
    const [user] = await ctx.db.select().from(users).where(eq(users.email, ann.email))
    if (!user) throw new Error('Ann is gone')
    const endsAt = new Date(ctx.now().getTime() + dayMs)
    const paid = { userId: user.id, status: 'active', interval: 'yearly', endsAt } as const
    await ctx.db.insert(subscriptions).values(paid)
    await endTrialOf(ann)
    await run(endTrialsJob)
    expect(await activeOf(ann)).toEqual(ann.ids)
    expect((await ask('GET', '/api/billing/info', ann)).body).toMatchObject({
      accountType: 'paid',
      subscriptionStatus: 'active',
      subscriptionPlan: 'yearly',
      subscriptionEndDate: endsAt.toISOString(),
      emailAddressLimit: null,
    })
    expect((await ask('GET', '/api/auth/me', ann)).body).toMatchObject({
      subscriptionStatus: 'active',
    })
  })

  test('another one can be chosen, of either provider', async () => {
    const ann = await newOwner(2)
    await connect(world, ann, newSubject(), 'microsoft')
    const [outlook] = await accountsOf(world, ann, 'microsoft')
    await endTrialOf(ann)
    await run(endTrialsJob)
    for (const [accountId, accountType] of [
      [ann.ids[0], 'gmail'],
      [outlook?.id, 'microsoft'],
      [ann.ids[1], 'gmail'],
    ] as const) {
      const body = { accountId, accountType }
      expect((await ask('POST', '/api/accounts/set-active', { ...ann, body })).status).toBe(200)
      const microsoft = await accountsOf(world, ann, 'microsoft')
      const all = [...(await accountsOf(world, ann)), ...microsoft]
      expect(all.filter(({ isActive }) => isActive).map(({ id }) => id)).toEqual([accountId])
    }
  })

  test('another one can be chosen while messages of it are recorded, and by many tabs at once', async () => {
    const ann = await newOwner(2)
    await endTrialOf(ann)
    await run(endTrialsJob)
    const choose = (accountId: string | undefined) =>
      ask('POST', '/api/accounts/set-active', { ...ann, body: { accountId, accountType: 'gmail' } })
    const [id] = ann.ids
    const chosen = await ctx.db.transaction(async (tx) => {
      // As a message does that is recorded: it holds its mailbox, and then counts.
      await tx.execute(sql`select 1 from mailboxes where id = ${id} for key share`)
      const choosing = choose(id)
      await tx.execute(sql`select pg_sleep(0.2)`)
      await tx.execute(sql`update mailboxes set sync_progress = 1 where id = ${id}`)
      return { choosing }
    })
    expect((await chosen.choosing).status).toBe(200)
    const tabs = await Promise.all(Array.from({ length: 8 }, (_, tab) => choose(ann.ids[tab % 2])))
    expect(tabs.map(({ status }) => status)).toEqual(tabs.map(() => 200))
    expect(await activeOf(ann)).toHaveLength(1)
  })

  test('the inactive ones are not looked at', async () => {
    const ann = await newOwner(2)
    await endTrialOf(ann)
    await run(endTrialsJob)
    advance(2 * dayMs)
    await run(checkDueMailboxesJob)
    expect(await accountsOf(world, ann)).toMatchObject([
      { id: ann.ids[0], nextCheckAt: null },
      { id: ann.ids[1], nextCheckAt: expect.any(String) },
    ])
  })

  test('the active one is looked at once a day', async () => {
    const ann = await newOwner()
    await endTrialOf(ann)
    await world.settle()
    const [account] = await accountsOf(world, ann)
    const between = [account?.['lastSyncedAt'], account?.['nextCheckAt']].map((time) =>
      Date.parse(String(time)),
    )
    expect((between[1] ?? 0) - (between[0] ?? 0)).toBe(dayMs)
  })

  test('when the active one is disconnected, another takes its place', async () => {
    const ann = await newOwner(2)
    await endTrialOf(ann)
    await run(endTrialsJob)
    await ask('DELETE', `/api/gmail-accounts/${ann.ids[1]}`, ann)
    expect(await activeOf(ann)).toEqual([ann.ids[0]])
  })
})

test('178: during the trial set-active takes nothing away', async () => {
  const ann = await newOwner(2)
  const body = { accountId: ann.id, accountType: 'gmail' }
  expect((await ask('POST', '/api/accounts/set-active', { ...ann, body })).status).toBe(200)
  expect(await activeOf(ann)).toEqual(ann.ids)
})

const grantsOf = (subject: string) =>
  ctx.db.select().from(grants).where(eq(grants.subject, subject))

const opensOf = (grant: { id: GrantId } | undefined) =>
  world.mail.opened.filter((id) => id === grant?.id).length

describe('175: disconnecting', () => {
  test('forgets the mailbox at once and gives the access back', async () => {
    const ann = await newOwner()
    const [grant] = await grantsOf(ann.subject)
    expect(await ask('DELETE', `/api/gmail-accounts/${ann.id}`, ann)).toMatchObject({
      status: 200,
      body: {},
    })
    expect(await accountsOf(world, ann)).toEqual([])
    await world.settle()
    expect(await grantsOf(ann.subject)).toEqual([])
    expect(gmail.revoked).toContain(`refresh-${ann.subject}`)
    expect(opensOf(grant)).toBe(1)
  })

  test('twice is once and a 404', async () => {
    const ann = await newOwner()
    const ends = await Promise.all(
      [1, 2].map(() => ask('DELETE', `/api/gmail-accounts/${ann.id}`, ann)),
    )
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set([200, 404]))
  })

  test('two accounts at the same moment takes both away', async () => {
    const ann = await newOwner(2)
    const held = await ctx.db.transaction(async (tx) => {
      // So that neither is done before the other has begun.
      await tx.execute(sql`select 1 from grants where subject in ${ann.subjects} for update`)
      const disconnecting = ann.ids.map((id) => ask('DELETE', `/api/gmail-accounts/${id}`, ann))
      await tx.execute(sql`select pg_sleep(0.2)`)
      return { disconnecting }
    })
    const ends = await Promise.all(held.disconnecting)
    expect(ends.map(({ status }) => status)).toEqual([200, 200])
    expect(await accountsOf(world, ann)).toEqual([])
  })

  test('F37: cancels what was to be done with it', async () => {
    const ann = await newOwner()
    const [grant] = await grantsOf(ann.subject)
    // The first look at it is still waiting.
    await ask('DELETE', `/api/gmail-accounts/${ann.id}`, ann)
    gmail.failure = new MailError('unavailable', 'test')
    world.mail.failure = new MailError('unavailable', 'test')
    world.expectError('job-failed')
    await world.settle()
    // Once, to give the access back.
    expect(opensOf(grant)).toBe(1)
  })

  test.each(['unavailable', 'rate-limited'] as const)(
    'does not wait for a provider that is %s: access is given back later',
    async (failure) => {
      const ann = await newOwner()
      gmail.failure = new MailError(failure, 'test')
      expect((await ask('DELETE', `/api/gmail-accounts/${ann.id}`, ann)).status).toBe(200)
      world.expectError('job-failed')
      await world.settle()
      expect(await grantsOf(ann.subject)).toHaveLength(1)

      gmail.failure = null
      await makeRetriesDue()
      await world.settle()
      expect(gmail.revoked).toContain(`refresh-${ann.subject}`)
      expect(await grantsOf(ann.subject)).toEqual([])
    },
  )

  test.each(['access-revoked', 'permission-missing', 'refused', 'gone'] as const)(
    'forgets the tokens where the provider answers %s, for that will not change',
    async (failure) => {
      const ann = await newOwner()
      gmail.failure = new MailError(failure, 'test')
      world.mail.failure = new MailError(failure, 'test')
      await ask('DELETE', `/api/gmail-accounts/${ann.id}`, ann)
      await world.settle()
      expect(await grantsOf(ann.subject)).toEqual([])
    },
  )

  test('forgets the tokens in the end, whatever the provider says', async () => {
    const ann = await newOwner()
    gmail.failure = new MailError('unavailable', 'test')
    await ask('DELETE', `/api/gmail-accounts/${ann.id}`, ann)
    world.expectError('job-failed')
    await world.settle()
    advance(3 * dayMs)
    await run(endGrantsJob)
    expect(await grantsOf(ann.subject)).toEqual([])
  })

  test.each(['before', 'while'])(
    'and connecting again %s access is given back: the new connection is not',
    async (when) => {
      const ann = await newOwner()
      await ask('DELETE', `/api/gmail-accounts/${ann.id}`, ann)
      const reconnect = async () => {
        world.mail.beforeOpening = async () => {}
        const state = await begin(world, ann)
        const code = allow(world, toFakeGrant(ann.subject, 'newer'))
        await comeBack(world, ann, { state, code })
      }
      if (when === 'before') await reconnect()
      else world.mail.beforeOpening = reconnect
      await world.settle()
      expect(gmail.revoked).not.toContain(`refresh-${ann.subject}`)
      expect(gmail.revoked).not.toContain('newer')
      expect(await grantsOf(ann.subject)).toHaveLength(1)
    },
  )
})

test('F36, S16: with the account, its mailboxes go and their access is given back', async () => {
  const ann = await newOwner(2)
  await ask('DELETE', '/api/auth/account', { ...ann, body: { password: 'correct horse battery' } })
  expect(await ctx.db.select().from(mailboxes).where(eq(mailboxes.subject, ann.subject))).toEqual(
    [],
  )
  await world.settle()
  for (const subject of ann.subjects) {
    expect(gmail.revoked).toContain(`refresh-${subject}`)
    expect(await grantsOf(subject)).toEqual([])
  }
})

test('F36: who deletes the account while connecting has nothing left behind', async () => {
  const ann = await newPerson(world)
  const state = await begin(world, ann)
  const subject = newSubject()
  const code = allow(world, toFakeGrant(subject))
  gmail.beforeRedemption = ask('DELETE', '/api/auth/account', {
    ...ann,
    body: { password: 'correct horse battery' },
  })
  expect(await comeBack(world, ann, { state, code })).toBe('/?error=expired')
  gmail.beforeRedemption = Promise.resolve()
  await world.settle()
  expect(gmail.revoked).toContain(`refresh-${subject}`)
  expect(await grantsOf(subject)).toEqual([])
})

describe('the health of a mailbox', () => {
  test.each([
    ['access-revoked', 'needs-reconnect', 'never'],
    ['permission-missing', 'needs-reconnect', 'never'],
    ['rate-limited', 'out-of-reach', 'soon'],
    ['unavailable', 'out-of-reach', 'soon'],
    ['refused', 'refused', 'soon'],
  ] as const)(
    'F20, F21: %s means %s, and that we look again %s',
    async (failure, problem, again) => {
      const ann = await newOwner()
      world.mail.failure = new MailError(failure, 'test')
      await world.settle()
      const [account] = await accountsOf(world, ann)
      expect(account).toMatchObject({ problem, lastSyncedAt: null })
      expect(account?.['nextCheckAt'] === null).toBe(again === 'never')
    },
  )

  test('F21: is good again when the provider is', async () => {
    const ann = await newOwner()
    world.mail.failure = new MailError('unavailable', 'test')
    await world.settle()
    world.mail.failure = null
    advance(5 * minuteMs)
    await run(checkDueMailboxesJob)
    expect(await accountsOf(world, ann)).toMatchObject([
      { problem: null, lastSyncedAt: expect.any(String) },
    ])
  })

  test('F20: one that needs its user is left alone, and the others are not', async () => {
    const [ann, bob] = [await newOwner(), await newOwner()]
    await world.settle()
    advance(5 * minuteMs)
    const [grant] = await grantsOf(ann.subject)
    if (grant) world.mail.failures.set(grant.id, new MailError('access-revoked', 'test'))
    await run(checkDueMailboxesJob)
    const opens = opensOf(grant)
    advance(dayMs)
    await run(checkDueMailboxesJob)
    expect(opensOf(grant)).toBe(opens)
    expect(await accountsOf(world, ann)).toMatchObject([{ problem: 'needs-reconnect' }])
    expect(await accountsOf(world, bob)).toMatchObject([{ problem: null }])
  })
})

test('179: the guide is shown where an admin has set one', async () => {
  const ann = await newPerson(world)
  const guide = (provider: string) =>
    ask('GET', `/api/auth-guide-settings?provider=${provider}`, ann)
  expect((await guide('google')).body).toEqual({ enabled: false, videoUrl: '' })
  await ctx.db.execute(
    sql`update settings set google_guide_enabled = true, google_guide_video_url = 'https://youtu.be/x'`,
  )
  expect((await guide('google')).body).toEqual({ enabled: true, videoUrl: 'https://youtu.be/x' })
  expect((await guide('microsoft')).body).toEqual({ enabled: false, videoUrl: '' })
  expect((await guide('gmail')).status).toBe(422)
})

/** Lets the time pass that the queue waits before it tries again. */
async function makeRetriesDue() {
  await ctx.db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
}
