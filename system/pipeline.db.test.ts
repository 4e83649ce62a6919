import { accountsOf, newSignedInUser } from '@doorman/api/testing/fake-connections'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { decisions } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDemo } from './harness/demo.ts'
import { createDelivery, ownFolder, pitch, question } from './harness/messages.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })
const { ctx, world } = demo
const deliver = createDelivery(world)

beforeEach(() => world.faults.clear())

describe.each(mailProviders)('%s, through the real adapter', (provider) => {
  const service = provider === 'gmail' ? 'google' : 'microsoft'

  async function open() {
    const ann = await newSignedInUser(demo)
    const store = demo.newMailbox(provider)
    deliver(store, { from: 'Carla <carla@customer.example>', ...question, subject: 'Before' })
    const { mailboxId, sync } = await demo.open(ann, provider, store)
    const decided = async () =>
      (await ctx.db.select().from(decisions)).filter((one) => one.mailboxId === mailboxId)
    return { ann, store, sync, decided }
  }

  test('the first scan completes and is shown as complete', async () => {
    const { ann } = await open()
    expect(await accountsOf(demo, ann, provider)).toMatchObject([
      { syncStatus: 'synced', syncProgress: 1, syncTotal: 1, problem: null },
    ])
  })

  test('a pitch is set aside and marked read, a customer’s message stays; after the user moves the pitch back, the sender’s next one stays too', async () => {
    const { store, sync, decided } = await open()
    const cold = deliver(store, { from: 'Dale Pruitt <dale@pipelineboost.example>', ...pitch })
    const wanted = deliver(store, { from: 'Carla <carla@customer.example>', ...question })
    await sync()
    expect(store.load(cold.id)).toMatchObject({
      isRead: true,
      folders: new Set([ownFolder(store)]),
    })
    expect(store.load(wanted.id)).toMatchObject({ isRead: false })
    expect(store.load(wanted.id).folders.has('inbox')).toBe(true)

    store.move(cold.id, 'inbox')
    await sync()
    const next = deliver(store, { from: 'Dale Pruitt <dale@pipelineboost.example>', ...pitch })
    await sync()
    await sync()
    for (const { id } of [cold, next]) expect(store.load(id).folders.has('inbox')).toBe(true)
    expect((await decided()).map(({ reason, state }) => state ?? reason).sort()).toEqual([
      'not-cold',
      'not-cold',
      'restored',
      'restored-sender',
    ])
    expect(store.size).toBe(4)
  })

  test.each(['server-error', 'rate-limit', 'cut', 'garbage', 'applied-then-500'] as const)(
    'a provider call that ends in %s loses no message and moves none twice',
    async (effect) => {
      const { store, sync, decided } = await open()
      // In each round another call of the sequence fails.
      for (let call = 1; call <= 6; call += 1) {
        const cold = deliver(store, {
          from: `Dale Pruitt <dale@boost${call}.example>`,
          ...pitch,
          subject: `${pitch.subject} ${call}`,
        })
        let seen = 0
        const match = () => (seen += 1) === call
        world.faults.push({ provider: service, effect, match, times: 1 })
        await sync()
        world.faults.clear()
        await ctx.db.execute("update pgboss.job set start_after = now() where state = 'retry'")
        await sync()
        expect(store.load(cold.id).folders).toEqual(new Set([ownFolder(store)]))
      }
      const filtered = (await decided()).filter(({ outcome }) => outcome === 'filter')
      expect(filtered.map(({ state }) => state)).toEqual(
        Array.from({ length: 6 }, () => 'set-aside'),
      )
    },
  )
})
