import { accountsOf, newPerson } from '@doorman/api/fake-connections'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { decisions } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/test-db'
import { MailboxId } from '@doorman/domain/ids'
import { providers, type Provider } from '@doorman/domain/mailbox'
import { syncMailboxJob } from '@doorman/services/jobs'
import { signToken } from '@doorman/simulators/google/signing'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDemo } from './fake-demo.ts'
import { createPost, ourPlace, pitch } from './fake-letters.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })
const { ctx, world, app } = demo
const deliver = createPost(world)
const dayMs = 86_400_000

beforeEach(() => {
  world.faults.clear()
  world.courier.behave()
})

async function pass(ms: number) {
  await demo.clock.advance(ms)
  demo.advance(ms)
}

async function open(provider: Provider) {
  const ann = await newPerson(demo)
  const store = demo.newMailbox(provider)
  await demo.connect(ann, provider, store)
  await demo.settle()
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
    /** What follows within seconds, by push alone: nobody looks at the mailbox otherwise. */
    async hear() {
      await pass(2_000)
      await demo.settle()
    },
    async look() {
      await ctx.jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId })
      await demo.settle()
    },
    isSetAside: ({ id }: { readonly id: string }) => store.load(id).places.has(ourPlace(store)),
    decided: async () =>
      (await ctx.db.select().from(decisions)).filter((one) => one.mailboxId === mailboxId),
  }
}

async function countWaiting(): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: string }>(
    "select count(*) from pgboss.job where name = 'sync-mailbox' and state = 'created'",
  )
  return Number(rows[0]?.count)
}

describe.each(providers)('%s tells of new mail', (provider) => {
  test('and a pitch is out of the inbox within seconds', async () => {
    const { arrive, hear, isSetAside } = await open(provider)
    const cold = arrive()
    await hear()
    expect(isSetAside(cold)).toBe(true)
    expect(world.record.notifications.at(-1)?.status).toBe(provider === 'gmail' ? 204 : 202)
  })

  test('F13, F14: five times and in disorder, and each mail is decided and moved once', async () => {
    const { store, arrive, hear, decided } = await open(provider)
    world.courier.behave({ copies: 5, reorder: true })
    const moves: string[] = []
    store.onChange(({ mailId, after }) => {
      if (after?.places.has(ourPlace(store))) moves.push(mailId)
    })
    const ids: string[] = []
    for (let mail = 0; mail < 4; mail += 1) {
      ids.push(arrive().id)
      await hear()
    }
    expect((await decided()).map(({ state }) => state)).toEqual(ids.map(() => 'done'))
    expect(moves.sort()).toEqual(ids.sort())
  })

  test('F15: and where nobody hears it, the regular look finds it', async () => {
    const { arrive, hear, look, isSetAside } = await open(provider)
    world.courier.behave({ drop: true })
    const cold = arrive()
    await hear()
    expect(isSetAside(cold)).toBe(false)
    await look()
    expect(isSetAside(cold)).toBe(true)
  })

  test('F15: once a second at most, and what came right after is found within seconds too', async () => {
    const { arrive, hear, isSetAside } = await open(provider)
    const first = arrive()
    await pass(100)
    await demo.settle()
    const next = arrive()
    await hear()
    expect([first, next].map(isSetAside)).toEqual([true, provider === 'microsoft'])
    await ctx.db.execute("update pgboss.job set start_after = now() where name = 'look-again'")
    await demo.settle()
    expect(isSetAside(next)).toBe(true)
  })

  test('F19: our own moves keep nobody busy', async () => {
    const { arrive, hear } = await open(provider)
    arrive()
    await hear()
    await hear()
    const before = world.record.requests.length
    await hear()
    await hear()
    expect(world.record.requests).toHaveLength(before)
  })

  test('for weeks, as long as somebody looks now and then', async () => {
    const { arrive, hear, look, isSetAside } = await open(provider)
    for (let days = 0; days < 12; days += 4) {
      await pass(4 * dayMs)
      await look()
    }
    const cold = arrive()
    await hear()
    expect(isSetAside(cold)).toBe(true)
  })

  test('and is asked not to while the mailbox is paused', async () => {
    const { ann, store, mailboxId, arrive, hear, isSetAside } = await open(provider)
    await demo.ask('PATCH', `/api/${provider}-accounts/${mailboxId}/pause`, ann)
    await hear()
    const told = world.record.notifications.length
    const cold = arrive()
    await hear()
    expect(world.record.notifications).toHaveLength(told)
    expect(store.load(cold.id).places.has('inbox')).toBe(true)

    await demo.ask('PATCH', `/api/${provider}-accounts/${mailboxId}/unpause`, ann)
    await demo.settle()
    expect(isSetAside(cold)).toBe(true)
    const next = arrive()
    await hear()
    expect(isSetAside(next)).toBe(true)
  })
})

const webhooks = { gmail: '/api/webhooks/gmail', microsoft: '/api/webhooks/microsoft' }

describe('S14: in Google’s name', () => {
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

  test('only what our own subscription signs, for us and just now, has the mailbox looked at', async () => {
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
    await demo.settle()
  })

  test('nothing can be proven while Google’s keys cannot be had, so it has to come again', async () => {
    const again = await openDemo(await createTestDatabase())
    again.world.faults.push({ provider: 'google', make: 'server-error', times: 20 })
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
  const { microsoft } = demo.simulated.hands

  test('S14: is known by its secret, in each of many notifications', async () => {
    const { arrive, hear } = await open('microsoft')
    arrive()
    await hear()
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
    await demo.settle()
  })

  test.each(['reauthorizationRequired', 'subscriptionRemoved'] as const)(
    'F17: says %s, is asked again, and goes on telling',
    async (event) => {
      const { store, arrive, hear, isSetAside } = await open('microsoft')
      await pass(3_600_000)
      microsoft.tell(store, event)
      const meanwhile = arrive()
      await hear()
      expect(isSetAside(meanwhile)).toBe(true)
      const next = arrive()
      await hear()
      expect(isSetAside(next)).toBe(true)
    },
  )

  test('F17: says that it missed something, and it is looked for', async () => {
    const { store, arrive, hear, isSetAside } = await open('microsoft')
    world.courier.behave({ drop: true })
    const missed = arrive()
    await hear()
    world.courier.behave()
    microsoft.tell(store, 'missed')
    await hear()
    expect(isSetAside(missed)).toBe(true)
  })
})
