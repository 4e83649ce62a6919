import { grants, mailboxes, subscriptions, users } from '@doorman/db/schema'
import type { GrantId } from '@doorman/domain/ids'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import { dayMs, minuteMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'
import { toFakeGrant } from '@doorman/services/testing/fake-mail-access'
import {
  endUnusedGrantsJob,
  endTrialsJob,
  checkDueMailboxesJob,
  type Job,
} from '@doorman/services/ports/jobs'
import { eq, sql } from 'drizzle-orm'
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

const world = await openFakeApp()
const { request, ctx, advance } = world
const gmail = consentOf(world, 'gmail')

afterEach(() => {
  gmail.failure = null
  world.mail.failure = null
})

let made = 0
const newSubject = () => `mailbox${(made += 1)}`

/** A user with this many Gmail mailboxes, oldest first. */
async function newOwner(count = 1) {
  const user = await newSignedInUser(world)
  const subjects: string[] = []
  for (let index = 0; index < count; index += 1) {
    const subject = newSubject()
    await connect(world, user, subject)
    subjects.push(subject)
    advance(1)
  }
  const ids = (await accountsOf(world, user)).map(({ id }) => id)
  return { ...user, ids, id: ids[0] ?? '', subjects, subject: subjects[0] ?? '' }
}

async function endTrialOf({ email }: SignedInUser) {
  await ctx.db
    .update(users)
    .set({ trialEndsAt: new Date(ctx.now().getTime() - dayMs) })
    .where(eq(users.email, email))
}

async function run(job: Job) {
  await ctx.jobs.enqueue(ctx.db, job, {})
  await world.runJobsUntilIdle()
}

const activeOf = async (user: SignedInUser) =>
  (await accountsOf(world, user)).filter(({ isActive }) => isActive).map(({ id }) => id)

describe('another user', () => {
  const calls = [
    ['PATCH', '/api/gmail-accounts/:id/pause'],
    ['PATCH', '/api/gmail-accounts/:id/unpause'],
    ['DELETE', '/api/gmail-accounts/:id'],
  ] as const

  test.each(calls)('gets 404 from %s %s', async (method, path) => {
    const [ann, eve] = [await newOwner(), await newSignedInUser(world)]
    const before = await accountsOf(world, ann)
    expect(await request(method, path.replace(':id', ann.id), eve)).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    })
    expect(await accountsOf(world, ann)).toEqual(before)
  })

  test('gets 404 from set-active and sees nothing in the lists', async () => {
    const [ann, eve] = [await newOwner(2), await newSignedInUser(world)]
    const body = { accountId: ann.id, accountType: 'gmail' }
    expect(await request('POST', '/api/accounts/set-active', { ...eve, body })).toMatchObject({
      status: 404,
    })
    for (const provider of mailProviders) expect(await accountsOf(world, eve, provider)).toEqual([])
  })

  test.each(calls)(
    'and even the owner gets 404 if %s %s names the wrong provider',
    async (method, path) => {
      const ann = await newOwner()
      const url = path.replace(':id', ann.id).replace('gmail', 'microsoft')
      expect((await request(method, url, ann)).status).toBe(404)
    },
  )

  test.each(calls)('gets 404 or 422 from %s %s for a malformed id', async (method, path) => {
    const ann = await newSignedInUser(world)
    for (const id of ['x', '1', "' or 1=1 --", '%00'])
      expect([404, 422]).toContain((await request(method, path.replace(':id', id), ann)).status)
  })
})

describe('a pause', () => {
  test('is set by the user and shown in the list', async () => {
    const ann = await newOwner()
    for (const isPaused of [true, true, false, false]) {
      const verb = isPaused ? 'pause' : 'unpause'
      expect(await request('PATCH', `/api/gmail-accounts/${ann.id}/${verb}`, ann)).toMatchObject({
        status: 200,
        body: {},
      })
      expect(await accountsOf(world, ann)).toMatchObject([{ isPaused, isActive: true }])
    }
  })

  test('stops syncs of the mailbox until it ends', async () => {
    const ann = await newOwner()
    await request('PATCH', `/api/gmail-accounts/${ann.id}/pause`, ann)
    await world.runJobsUntilIdle()
    advance(dayMs)
    await run(checkDueMailboxesJob)
    expect(await accountsOf(world, ann)).toMatchObject([{ lastSyncedAt: null, nextCheckAt: null }])
    await request('PATCH', `/api/gmail-accounts/${ann.id}/unpause`, ann)
    await world.runJobsUntilIdle()
    expect(await accountsOf(world, ann)).toMatchObject([{ lastSyncedAt: expect.any(String) }])
  })
})

describe('a mailbox that its user resumes or chooses', () => {
  const countSyncs = async (id: string | undefined) => {
    const [row] = await ctx.db
      .select({ syncRun: mailboxes.syncRun })
      .from(mailboxes)
      .where(sql`${mailboxes.id} = ${id}`)
    return row?.syncRun
  }
  /** How many syncs each step causes. */
  async function countAfterEach(id: string, steps: readonly (() => unknown)[]) {
    await world.runJobsUntilIdle()
    const counts = []
    for (const step of steps) {
      const before = (await countSyncs(id)) ?? 0
      await step()
      await world.runJobsUntilIdle()
      counts.push(((await countSyncs(id)) ?? 0) - before)
    }
    return counts
  }
  const toResume = (ann: Awaited<ReturnType<typeof newOwner>>) => async () => {
    for (const verb of ['pause', 'unpause']) {
      const answer = await request('PATCH', `/api/gmail-accounts/${ann.id}/${verb}`, ann)
      expect(answer.status).toBe(200)
    }
  }

  test.each([
    ['Pro', 5 * minuteMs],
    ['Free', dayMs],
  ])('on %s is synced at once if its last sync was %i ms ago, not before', async (plan, ms) => {
    const ann = await newOwner()
    if (plan === 'Free') await endTrialOf(ann)
    const resume = toResume(ann)
    const passTime = (wait: number) => () => advance(wait)
    expect(
      await countAfterEach(ann.id, [
        resume,
        resume,
        passTime(ms - minuteMs),
        resume,
        passTime(minuteMs),
        resume,
        resume,
      ]),
    ).toEqual([0, 0, 0, 0, 0, 1, 0])
  })

  test('is synced once if the user keeps switching between two mailboxes', async () => {
    const ann = await newOwner(2)
    await world.runJobsUntilIdle()
    await endTrialOf(ann)
    await run(endTrialsJob)
    advance(dayMs)
    const choose = (accountId: string | undefined) => () =>
      request('POST', '/api/accounts/set-active', {
        ...ann,
        body: { accountId, accountType: 'gmail' },
      })
    const [one, two] = ann.ids
    const switches = [one, two, one, two, one].map(choose)
    expect(await countAfterEach(ann.id, switches)).toEqual([1, 0, 0, 0, 0])
  })

  test('is not tried again before the provider allows it', async () => {
    const ann = await newOwner()
    world.mail.failure = new MailError('rate-limited', 'test')
    await world.runJobsUntilIdle()
    const resume = toResume(ann)
    expect(await countAfterEach(ann.id, [resume, resume])).toEqual([0, 0])
  })
})

describe('after the trial', () => {
  test('one mailbox stays active and the others are kept, inactive', async () => {
    const ann = await newOwner(3)
    await endTrialOf(ann)
    await run(endTrialsJob)
    expect(await activeOf(ann)).toEqual([ann.ids[2]])
    expect(await accountsOf(world, ann)).toHaveLength(3)
    await run(endTrialsJob)
    expect(await activeOf(ann)).toEqual([ann.ids[2]])
  })

  test('the user gets one email that says which mailbox stays active', async () => {
    const ann = await newOwner(2)
    const emails = () =>
      world.notify.sent.filter(({ to }) => to === ann.email).map(({ email }) => email)
    await world.runJobsUntilIdle()
    const before = emails().length
    await endTrialOf(ann)
    await run(endTrialsJob)
    await run(endTrialsJob)
    expect(emails().slice(before)).toEqual([
      {
        kind: 'plan-ended',
        ended: 'trial',
        address: `${ann.subjects[1]}@mail.test`,
        idleCount: 1,
        hasAgreedToReplies: false,
        isFiltered: true,
        canSubscribe: false,
        url: 'http://localhost:3000/dashboard',
      },
    ])
  })

  test('nothing has changed yet on the trial’s last day', async () => {
    const ann = await newOwner(2)
    await ctx.db
      .update(users)
      .set({ trialEndsAt: new Date(ctx.now().getTime() - minuteMs) })
      .where(eq(users.email, ann.email))
    await run(endTrialsJob)
    expect(await activeOf(ann)).toEqual(ann.ids)
  })

  test('a paying user keeps all mailboxes active', async () => {
    const ann = await newOwner(2)
    const [user] = await ctx.db.select().from(users).where(eq(users.email, ann.email))
    if (!user) throw new Error('Ann is gone')
    const endsAt = new Date(ctx.now().getTime() + dayMs)
    const paid = { userId: user.id, status: 'active', interval: 'yearly', endsAt } as const
    await ctx.db.insert(subscriptions).values(paid)
    await endTrialOf(ann)
    await run(endTrialsJob)
    expect(await activeOf(ann)).toEqual(ann.ids)
    expect((await request('GET', '/api/billing/info', ann)).body).toMatchObject({
      accountType: 'paid',
      subscriptionStatus: 'active',
      subscriptionPlan: 'yearly',
      subscriptionEndDate: endsAt.toISOString(),
      emailAddressLimit: null,
    })
    expect((await request('GET', '/api/auth/me', ann)).body).toMatchObject({
      subscriptionStatus: 'active',
    })
  })

  test('the user can activate another mailbox of either provider', async () => {
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
      expect((await request('POST', '/api/accounts/set-active', { ...ann, body })).status).toBe(200)
      const microsoft = await accountsOf(world, ann, 'microsoft')
      const all = [...(await accountsOf(world, ann)), ...microsoft]
      expect(all.filter(({ isActive }) => isActive).map(({ id }) => id)).toEqual([accountId])
    }
  })

  test('activating another mailbox does not deadlock with recorded decisions or other tabs', async () => {
    const ann = await newOwner(2)
    await endTrialOf(ann)
    await run(endTrialsJob)
    const choose = (accountId: string | undefined) =>
      request('POST', '/api/accounts/set-active', {
        ...ann,
        body: { accountId, accountType: 'gmail' },
      })
    const [id] = ann.ids
    const started = await ctx.db.transaction(async (tx) => {
      // Like recordDecisions in a first scan: locks the mailbox row, then updates its progress.
      await tx.execute(sql`select 1 from mailboxes where id = ${id} for key share`)
      const choosing = choose(id)
      await tx.execute(sql`select pg_sleep(0.2)`)
      await tx.execute(sql`update mailboxes set sync_progress = 1 where id = ${id}`)
      return { choosing }
    })
    expect((await started.choosing).status).toBe(200)
    const tabs = await Promise.all(Array.from({ length: 8 }, (_, tab) => choose(ann.ids[tab % 2])))
    expect(tabs.map(({ status }) => status)).toEqual(tabs.map(() => 200))
    expect(await activeOf(ann)).toHaveLength(1)
  })

  test('inactive mailboxes are not synced', async () => {
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

  test('the active mailbox is synced once a day', async () => {
    const ann = await newOwner()
    await endTrialOf(ann)
    await world.runJobsUntilIdle()
    const [account] = await accountsOf(world, ann)
    const between = [account?.['lastSyncedAt'], account?.['nextCheckAt']].map((time) =>
      Date.parse(String(time)),
    )
    expect((between[1] ?? 0) - (between[0] ?? 0)).toBe(dayMs)
  })

  test('when the active mailbox is disconnected, another one becomes active', async () => {
    const ann = await newOwner(2)
    await endTrialOf(ann)
    await run(endTrialsJob)
    await request('DELETE', `/api/gmail-accounts/${ann.ids[1]}`, ann)
    expect(await activeOf(ann)).toEqual([ann.ids[0]])
  })
})

test('during the trial set-active deactivates nothing', async () => {
  const ann = await newOwner(2)
  const body = { accountId: ann.id, accountType: 'gmail' }
  expect((await request('POST', '/api/accounts/set-active', { ...ann, body })).status).toBe(200)
  expect(await activeOf(ann)).toEqual(ann.ids)
})

const grantsOf = (subject: string) =>
  ctx.db.select().from(grants).where(eq(grants.providerAccountId, subject))

const countOpens = (grant: { id: GrantId } | undefined) =>
  world.mail.opened.filter((id) => id === grant?.id).length

describe('disconnecting', () => {
  test('deletes the mailbox at once and revokes the access', async () => {
    const ann = await newOwner()
    const [grant] = await grantsOf(ann.subject)
    expect(await request('DELETE', `/api/gmail-accounts/${ann.id}`, ann)).toMatchObject({
      status: 200,
      body: {},
    })
    expect(await accountsOf(world, ann)).toEqual([])
    await world.runJobsUntilIdle()
    expect(await grantsOf(ann.subject)).toEqual([])
    expect(gmail.revoked).toContain(`refresh-${ann.subject}`)
    expect(countOpens(grant)).toBe(1)
  })

  test('stops the push notifications of the mailbox', async () => {
    const ann = await newOwner()
    await world.runJobsUntilIdle()
    const [grant] = await grantsOf(ann.subject)
    const mailbox = grant && world.mail.mailboxes.get(grant.id)
    expect(mailbox?.isPushActive).toBe(true)
    await request('DELETE', `/api/gmail-accounts/${ann.id}`, ann)
    await world.runJobsUntilIdle()
    expect(mailbox?.isPushActive).toBe(false)
  })

  test('the same mailbox twice at once succeeds once and gets a 404 once', async () => {
    const ann = await newOwner()
    const ends = await Promise.all(
      [1, 2].map(() => request('DELETE', `/api/gmail-accounts/${ann.id}`, ann)),
    )
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set([200, 404]))
  })

  test('two mailboxes at the same time disconnects both', async () => {
    const ann = await newOwner(2)
    const started = await ctx.db.transaction(async (tx) => {
      // Both requests start before either finishes.
      await tx.execute(
        sql`select 1 from grants where provider_account_id in ${ann.subjects} for update`,
      )
      const disconnecting = ann.ids.map((id) => request('DELETE', `/api/gmail-accounts/${id}`, ann))
      await tx.execute(sql`select pg_sleep(0.2)`)
      return { disconnecting }
    })
    const ends = await Promise.all(started.disconnecting)
    expect(ends.map(({ status }) => status)).toEqual([200, 200])
    expect(await accountsOf(world, ann)).toEqual([])
  })

  test('cancels the mailbox’s jobs', async () => {
    const ann = await newOwner()
    const [grant] = await grantsOf(ann.subject)
    // The job of the first sync is still queued.
    await request('DELETE', `/api/gmail-accounts/${ann.id}`, ann)
    gmail.failure = new MailError('unavailable', 'test')
    world.mail.failure = new MailError('unavailable', 'test')
    await world.runJobsUntilIdle()
    // One job, which revokes the access.
    expect(countOpens(grant)).toBe(1)
  })

  test.each(['unavailable', 'rate-limited'] as const)(
    'does not wait for a provider that is %s: access is revoked later',
    async (failure) => {
      const ann = await newOwner()
      gmail.failure = new MailError(failure, 'test')
      expect((await request('DELETE', `/api/gmail-accounts/${ann.id}`, ann)).status).toBe(200)
      await world.runJobsUntilIdle()
      expect(await grantsOf(ann.subject)).toHaveLength(1)

      gmail.failure = null
      await makeRetriesDue()
      await world.runJobsUntilIdle()
      expect(gmail.revoked).toContain(`refresh-${ann.subject}`)
      expect(await grantsOf(ann.subject)).toEqual([])
    },
  )

  test.each(['access-revoked', 'permission-missing', 'refused', 'gone'] as const)(
    'deletes the tokens if the provider answers %s, which is final',
    async (failure) => {
      const ann = await newOwner()
      gmail.failure = new MailError(failure, 'test')
      world.mail.failure = new MailError(failure, 'test')
      await request('DELETE', `/api/gmail-accounts/${ann.id}`, ann)
      await world.runJobsUntilIdle()
      expect(await grantsOf(ann.subject)).toEqual([])
    },
  )

  test('deletes the tokens after two days, whatever the provider answers', async () => {
    const ann = await newOwner()
    gmail.failure = new MailError('unavailable', 'test')
    await request('DELETE', `/api/gmail-accounts/${ann.id}`, ann)
    await world.runJobsUntilIdle()
    advance(3 * dayMs)
    await run(endUnusedGrantsJob)
    expect(await grantsOf(ann.subject)).toEqual([])
  })

  test('leaves the access of other mailboxes alone', async () => {
    const [ann, bob] = [await newOwner(), await newOwner()]
    await request('DELETE', `/api/gmail-accounts/${ann.id}`, ann)
    await run(endUnusedGrantsJob)
    expect(await grantsOf(bob.subject)).toMatchObject([{ endedAt: null }])
    expect(gmail.revoked).not.toContain(`refresh-${bob.subject}`)
  })

  test.each(['before', 'while'])(
    'and connecting again %s the access is revoked keeps the new connection',
    async (when) => {
      const ann = await newOwner()
      await request('DELETE', `/api/gmail-accounts/${ann.id}`, ann)
      const reconnect = async () => {
        world.mail.beforeOpening = async () => {}
        const state = await startConnecting(world, ann)
        const code = grantConsent(world, toFakeGrant(ann.subject, 'newer'))
        await returnFromProvider(world, ann, { state, code })
      }
      if (when === 'before') await reconnect()
      else world.mail.beforeOpening = reconnect
      await world.runJobsUntilIdle()
      expect(gmail.revoked).not.toContain(`refresh-${ann.subject}`)
      expect(gmail.revoked).not.toContain('newer')
      expect(await grantsOf(ann.subject)).toHaveLength(1)
    },
  )
})

test('deleting the account deletes its mailboxes and revokes their access', async () => {
  const ann = await newOwner(2)
  await request('DELETE', '/api/auth/account', {
    ...ann,
    body: { password: 'correct horse battery' },
  })
  expect(
    await ctx.db.select().from(mailboxes).where(eq(mailboxes.providerAccountId, ann.subject)),
  ).toEqual([])
  await world.runJobsUntilIdle()
  for (const subject of ann.subjects) {
    expect(gmail.revoked).toContain(`refresh-${subject}`)
    expect(await grantsOf(subject)).toEqual([])
  }
})

test('deleting the account during a connection leaves nothing behind', async () => {
  const ann = await newSignedInUser(world)
  const state = await startConnecting(world, ann)
  const subject = newSubject()
  const code = grantConsent(world, toFakeGrant(subject))
  gmail.beforeRedemption = () =>
    request('DELETE', '/api/auth/account', {
      ...ann,
      body: { password: 'correct horse battery' },
    })
  expect(await returnFromProvider(world, ann, { state, code })).toBe('/?error=expired')
  gmail.beforeRedemption = async () => {}
  await world.runJobsUntilIdle()
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
  ] as const)('%s means %s, and the next sync is %s', async (failure, problem, again) => {
    const ann = await newOwner()
    world.mail.failure = new MailError(failure, 'test')
    await world.runJobsUntilIdle()
    const [account] = await accountsOf(world, ann)
    expect(account).toMatchObject({ problem, lastSyncedAt: null })
    expect(account?.['nextCheckAt'] === null).toBe(again === 'never')
  })

  test('recovers when the provider does', async () => {
    const ann = await newOwner()
    world.mail.failure = new MailError('unavailable', 'test')
    await world.runJobsUntilIdle()
    world.mail.failure = null
    advance(5 * minuteMs)
    await run(checkDueMailboxesJob)
    expect(await accountsOf(world, ann)).toMatchObject([
      { problem: null, lastSyncedAt: expect.any(String) },
    ])
  })

  test('a mailbox that needs reconnecting is not synced, others are', async () => {
    const [ann, bob] = [await newOwner(), await newOwner()]
    await world.runJobsUntilIdle()
    advance(5 * minuteMs)
    const [grant] = await grantsOf(ann.subject)
    if (grant) world.mail.failures.set(grant.id, new MailError('access-revoked', 'test'))
    await run(checkDueMailboxesJob)
    const opens = countOpens(grant)
    advance(dayMs)
    await run(checkDueMailboxesJob)
    expect(countOpens(grant)).toBe(opens)
    expect(await accountsOf(world, ann)).toMatchObject([{ problem: 'needs-reconnect' }])
    expect(await accountsOf(world, bob)).toMatchObject([{ problem: null }])
  })
})

test('the connection guide is shown if an admin has set one', async () => {
  const ann = await newSignedInUser(world)
  const guide = (provider: string) =>
    request('GET', `/api/auth-guide-settings?provider=${provider}`, ann)
  expect((await guide('google')).body).toEqual({ enabled: false, videoUrl: '' })
  await ctx.db.execute(
    sql`update settings set google_guide_enabled = true, google_guide_video_url = 'https://youtu.be/x'`,
  )
  expect((await guide('google')).body).toEqual({ enabled: true, videoUrl: 'https://youtu.be/x' })
  expect((await guide('microsoft')).body).toEqual({ enabled: false, videoUrl: '' })
  expect((await guide('gmail')).status).toBe(422)
})

/** Skips the queue's retry delay. */
async function makeRetriesDue() {
  await ctx.db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
}
