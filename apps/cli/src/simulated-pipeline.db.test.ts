import { accountsOf, newPerson } from '@doorman/api/fake-connections'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { decisions } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/test-db'
import { providers } from '@doorman/domain/mailbox'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDemo } from './fake-demo.ts'
import { createPost, ourPlace, pitch, question } from './fake-letters.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })
const { ctx, world } = demo
const deliver = createPost(world)

beforeEach(() => world.faults.clear())

describe.each(providers)('%s, through the real adapter', (provider) => {
  const service = provider === 'gmail' ? 'google' : 'microsoft'

  async function open() {
    const ann = await newPerson(demo)
    const store = demo.newMailbox(provider)
    deliver(store, { from: 'Carla <carla@customer.example>', ...question, subject: 'Before' })
    const { mailboxId, sync } = await demo.open(ann, provider, store)
    const decided = async () =>
      (await ctx.db.select().from(decisions)).filter((one) => one.mailboxId === mailboxId)
    return { ann, store, sync, decided }
  }

  test('the first scan ends, and says so', async () => {
    const { ann } = await open()
    expect(await accountsOf(demo, ann, provider)).toMatchObject([
      { syncStatus: 'synced', syncProgress: 1, syncTotal: 1, problem: null },
    ])
  })

  test('a pitch is labelled, read and out of the inbox; a customer stays; taken out, the sender’s next one stays too', async () => {
    const { store, sync, decided } = await open()
    const cold = deliver(store, { from: 'Dale Pruitt <dale@pipelineboost.example>', ...pitch })
    const wanted = deliver(store, { from: 'Carla <carla@customer.example>', ...question })
    await sync()
    expect(store.load(cold.id)).toMatchObject({
      isRead: true,
      places: new Set([ourPlace(store)]),
    })
    expect(store.load(wanted.id)).toMatchObject({ isRead: false })
    expect(store.load(wanted.id).places.has('inbox')).toBe(true)

    store.move(cold.id, 'inbox')
    await sync()
    const next = deliver(store, { from: 'Dale Pruitt <dale@pipelineboost.example>', ...pitch })
    await sync()
    await sync()
    for (const { id } of [cold, next]) expect(store.load(id).places.has('inbox')).toBe(true)
    expect((await decided()).map(({ reason, state }) => state ?? reason).sort()).toEqual([
      'not-cold',
      'not-cold',
      'restored',
      'restored-sender',
    ])
    expect(store.size).toBe(4)
  })

  test.each(['server-error', 'rate-limit', 'cut', 'garbage', 'applied-then-500'] as const)(
    'R3, R4: a call that ends in %s, whichever it is, loses nothing and moves nothing twice',
    async (make) => {
      const { store, sync, decided } = await open()
      demo.expectError('job-failed')
      // Every call of the way fails once, one after the other.
      for (let call = 1; call <= 6; call += 1) {
        const cold = deliver(store, {
          from: `Dale Pruitt <dale@boost${call}.example>`,
          ...pitch,
          subject: `${pitch.subject} ${call}`,
        })
        let seen = 0
        const match = () => (seen += 1) === call
        world.faults.push({ provider: service, make, match, times: 1 })
        await sync()
        world.faults.clear()
        await ctx.db.execute("update pgboss.job set start_after = now() where state = 'retry'")
        await sync()
        expect(store.load(cold.id).places).toEqual(new Set([ourPlace(store)]))
      }
      const filtered = (await decided()).filter(({ outcome }) => outcome === 'filter')
      expect(filtered.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'done'))
    },
  )
})
