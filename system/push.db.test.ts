import { accountsOf, newSignedInUser } from '@doorman/api/testing/fake-connections'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { decisions } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { MailboxId } from '@doorman/domain/ids'
import { mailProviders, type MailProvider } from '@doorman/domain/mail/mailbox'
import { syncMailboxJob } from '@doorman/services/ports/jobs'
import { signToken } from '@doorman/simulators/google/oauth/signing'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDemo } from './harness/demo.ts'
import { createDelivery, ownFolder, pitch } from './harness/messages.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })
const { ctx, world, app } = demo
const deliver = createDelivery(world)
const dayMs = 86_400_000
const minuteMs = 60_000

beforeEach(() => {
  world.faults.clear()
  world.pushDelivery.setFaults()
})

async function pass(ms: number) {
  await demo.clock.advance(ms)
  demo.advance(ms)
}

async function open(provider: MailProvider) {
  const ann = await newSignedInUser(demo)
  const store = demo.newMailbox(provider)
  await demo.connect(ann, provider, store)
  await demo.runJobsUntilIdle()
  const [account] = await accountsOf(demo, ann, provider)
  const mailboxId = MailboxId.parse(account?.id)
  let senders = 0
  return {
    ann,
    store,
    mailboxId,
    arrive: () => {
      senders += 1
      return deliver(store, { from: `Dale Pruitt <dale@boost${senders}.example>`, ...pitch })
    },
    /** Runs what a push notification triggers within seconds. No other sync is scheduled. */
    async receivePush() {
      await pass(2_000)
      await demo.runJobsUntilIdle()
    },
    async sync() {
      await ctx.jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId })
      await demo.runJobsUntilIdle()
    },
    isSetAside: ({ id }: { readonly id: string }) => store.load(id).folders.has(ownFolder(store)),
    decided: async () =>
      (await ctx.db.select().from(decisions)).filter((one) => one.mailboxId === mailboxId),
  }
}

async function countWaiting({
  delayedBy = 0,
  of = null,
}: { delayedBy?: number; of?: MailboxId | null } = {}): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: string }>(sql`
    select count(*) from pgboss.job where name like 'sync-mailbox%' and state = 'created'
      and (${of}::text is null or data->>'mailboxId' = ${of})
      and start_after >= created_on + ${delayedBy}::float * interval '1 millisecond'`)
  return Number(rows[0]?.count)
}

describe.each(mailProviders)('%s push', (provider) => {
  test('triggers a sync that sets a pitch aside within seconds', async () => {
    const { arrive, receivePush, isSetAside } = await open(provider)
    const cold = arrive()
    await receivePush()
    expect(isSetAside(cold)).toBe(true)
    expect(world.record.notifications.at(-1)?.status).toBe(provider === 'gmail' ? 204 : 202)
  })

  test('delivered five times and out of order leads to one decision and one move per message', async () => {
    const { store, arrive, receivePush, decided } = await open(provider)
    world.pushDelivery.setFaults({ copies: 5, reorder: true })
    const moves: string[] = []
    store.onChange(({ storedMessageId, after }) => {
      if (after?.folders.has(ownFolder(store))) moves.push(storedMessageId)
    })
    const ids: string[] = []
    for (let round = 0; round < 4; round += 1) {
      ids.push(arrive().id)
      await receivePush()
    }
    expect((await decided()).map(({ state }) => state)).toEqual(ids.map(() => 'set-aside'))
    expect(moves.sort()).toEqual(ids.sort())
  })

  test('may be lost: the regular sync finds the message', async () => {
    const { arrive, receivePush, sync, isSetAside } = await open(provider)
    world.pushDelivery.setFaults({ drop: true })
    const cold = arrive()
    await receivePush()
    expect(isSetAside(cold)).toBe(false)
    await sync()
    expect(isSetAside(cold)).toBe(true)
  })

  test('limited to one notification per second misses no message that arrives right after', async () => {
    const { mailboxId, arrive, receivePush, isSetAside } = await open(provider)
    const first = arrive()
    await pass(900)
    const next = arrive()
    await pass(90)
    // The sync starts when Gmail drops no more notifications.
    expect(await countWaiting({ delayedBy: 1_000, of: mailboxId })).toBe(
      provider === 'gmail' ? 1 : 0,
    )
    await receivePush()
    expect([first, next].map(isSetAside)).toEqual([true, true])
  })

  test('caused by our own moves leads to one sync and no further ones', async () => {
    const { arrive, receivePush } = await open(provider)
    arrive()
    await receivePush()
    await receivePush()
    const before = world.record.requests.length
    await receivePush()
    await receivePush()
    expect(world.record.requests).toHaveLength(before)
  })

  test('is renewed for weeks by regular syncs', async () => {
    const { arrive, receivePush, sync, isSetAside } = await open(provider)
    for (let days = 0; days < 12; days += 4) {
      await pass(4 * dayMs)
      await sync()
    }
    const cold = arrive()
    await receivePush()
    expect(isSetAside(cold)).toBe(true)
  })

  test('is stopped while the mailbox is paused', async () => {
    const { ann, store, mailboxId, arrive, receivePush, isSetAside } = await open(provider)
    await demo.request('PATCH', `/api/${provider}-accounts/${mailboxId}/pause`, ann)
    await receivePush()
    const notificationCount = world.record.notifications.length
    const cold = arrive()
    await receivePush()
    expect(world.record.notifications).toHaveLength(notificationCount)
    expect(store.load(cold.id).folders.has('inbox')).toBe(true)

    // Long enough for the resumed mailbox to be checked at once.
    await pass(5 * minuteMs)
    await demo.request('PATCH', `/api/${provider}-accounts/${mailboxId}/unpause`, ann)
    await demo.runJobsUntilIdle()
    expect(isSetAside(cold)).toBe(true)
    const next = arrive()
    await receivePush()
    expect(isSetAside(next)).toBe(true)
  })
})

const webhooks = { gmail: '/api/webhooks/gmail', microsoft: '/api/webhooks/microsoft' }

describe('a notification in Google’s name', () => {
  const claims = {
    aud: `http://localhost:3000${webhooks.gmail}`,
    sub: '1',
    email: 'gmail-push@doorman.iam.gserviceaccount.com',
    email_verified: true,
  }
  const hourMs = 3_600_000

  async function post(address: string, token: string) {
    const data = Buffer.from(JSON.stringify({ emailAddress: address, historyId: 1 }))
    const { statusCode } = await app.inject({
      method: 'POST',
      url: webhooks.gmail,
      headers: { authorization: `Bearer ${token}` },
      body: { message: { data: data.toString('base64') } },
    })
    return statusCode
  }

  test('triggers a sync only with a fresh signature of our own subscription and audience', async () => {
    const { store } = await open('gmail')
    const now = demo.clock.now()
    const long = new Date(now.getTime() - 2 * hourMs)
    for (const forged of [
      signToken({ ...claims, aud: 'https://elsewhere.example' }, now),
      signToken({ ...claims, email: 'gmail-push@evil.iam.gserviceaccount.com' }, now),
      signToken({ ...claims, email_verified: false }, now),
      signToken(claims, long),
      signToken(claims, now).then((token) => `${token.slice(0, -4)}AAAA`),
    ])
      expect(await post(store.address, await forged)).toBe(400)
    expect(await countWaiting()).toBe(0)
    expect(await post(store.address, await signToken(claims, now))).toBe(204)
    expect(await countWaiting()).toBe(1)
    await demo.runJobsUntilIdle()
  })

  test('is rejected while Google’s keys are unavailable, so that it is sent again', async () => {
    const again = await openDemo(await createTestDatabase())
    again.world.faults.push({ provider: 'google', effect: 'server-error', times: 20 })
    const token = await signToken(claims, again.clock.now())
    const { statusCode } = await again.app.inject({
      method: 'POST',
      url: webhooks.gmail,
      headers: { authorization: `Bearer ${token}` },
      body: {},
    })
    expect(statusCode).toBe(503)
  })
})

describe('Graph', () => {
  const { microsoft } = demo.simulated.simulators

  test('notifications are authenticated one by one by their secret', async () => {
    const { arrive, receivePush } = await open('microsoft')
    arrive()
    await receivePush()
    const body = world.record.notifications.at(-1)?.body ?? ''
    const { value } = JSON.parse(body) as { value: { clientState: string }[] }
    const [genuine] = value
    const forged = { ...genuine, clientState: `${genuine?.clientState.slice(0, -1)}x` }
    const post = async (...notifications: unknown[]) => {
      const options = { method: 'POST', url: webhooks.microsoft } as const
      return (await app.inject({ ...options, body: { value: notifications } })).statusCode
    }
    expect(await post(forged)).toBe(400)
    expect(await post({ ...genuine, clientState: undefined })).toBe(400)
    expect(await countWaiting()).toBe(0)
    expect(await post(forged, genuine, genuine, forged)).toBe(202)
    expect(await countWaiting()).toBe(1)
    await demo.runJobsUntilIdle()
  })

  test.each(['reauthorizationRequired', 'subscriptionRemoved'] as const)(
    'lifecycle event %s renews the subscription',
    async (event) => {
      const { store, arrive, receivePush, isSetAside } = await open('microsoft')
      await pass(3_600_000)
      microsoft.sendLifecycleEvent(store, event)
      const meanwhile = arrive()
      await receivePush()
      expect(isSetAside(meanwhile)).toBe(true)
      const next = arrive()
      await receivePush()
      expect(isSetAside(next)).toBe(true)
    },
  )

  test('lifecycle event missed triggers a sync', async () => {
    const { store, arrive, receivePush, isSetAside } = await open('microsoft')
    world.pushDelivery.setFaults({ drop: true })
    const missed = arrive()
    await receivePush()
    world.pushDelivery.setFaults()
    microsoft.sendLifecycleEvent(store, 'missed')
    await receivePush()
    expect(isSetAside(missed)).toBe(true)
  })
})
