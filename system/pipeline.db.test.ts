import { accountsOf, newSignedInUser } from '@doorman/api/testing/fake-connections'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { decisions } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import { sampleEvery } from '@doorman/domain/testing/sample'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDemo } from './harness/demo.ts'
import { createDelivery, ownFolder, pitch, question } from './harness/messages.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })
const { ctx, request, world } = demo
const deliver = createDelivery(world)

beforeEach(() => world.faults.clear())

describe.each(mailProviders)('%s, through the real adapter', (provider) => {
  const service = provider === 'gmail' ? 'google' : 'microsoft'
  /** `npm test` tries each failure with one of the providers. */
  const share = <T>(failures: readonly T[]) =>
    sampleEvery(failures, mailProviders.length, mailProviders.indexOf(provider))

  async function open() {
    const ann = await newSignedInUser(demo)
    const store = demo.newMailbox(provider)
    deliver(store, { from: 'Carla <carla@customer.example>', ...question, subject: 'Before' })
    const { mailboxId, sync } = await demo.open(ann, provider, store)
    const decided = async () =>
      (await ctx.db.select().from(decisions)).filter((one) => one.mailboxId === mailboxId)
    return { ann, mailboxId, store, sync, decided }
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

  test('messages that an observe-only account found are moved when its user says so, and put back on request', async () => {
    const { ann, mailboxId, store, sync, decided } = await open()
    const post = (path: string, body: object) => request('POST', path, { ...ann, body })
    const observe = { ...ann, body: { enabled: true } }
    await request('PATCH', `/api/accounts/${mailboxId}/observe-only`, observe)
    const from = 'Dale Pruitt <dale@pipelineboost.example>'
    const first = deliver(store, { from, ...pitch })
    await sync()
    expect(store.load(first.id)).toMatchObject({ isRead: false })
    expect(store.load(first.id).folders.has('inbox')).toBe(true)

    const moveAll = () => post(`/api/accounts/${mailboxId}/move-observed`, {})
    expect((await moveAll()).body).toEqual({ moved: 1 })
    await sync()
    await sync()
    const setAside = { isRead: true, folders: new Set([ownFolder(store)]) }
    expect(store.load(first.id)).toMatchObject(setAside)

    const [email] = (await decided()).filter(({ outcome }) => outcome === 'filter')
    const act = (action: string) => post(`/api/filtered-emails/${email?.id}/action`, { action })
    expect((await act('put-back')).body).toMatchObject({ action: 'returned', isObserved: false })
    await sync()
    await sync()
    expect(store.load(first.id)).toMatchObject({ isRead: false })
    expect(store.load(first.id).folders.has('inbox')).toBe(true)
    // Our own move is not taken for the user's, which would trust the sender.
    const next = deliver(store, { from, ...pitch, subject: `${pitch.subject} again` })
    await sync()
    const states = (await decided()).flatMap(({ outcome, state }) =>
      outcome === 'keep' ? [] : [`${outcome} ${state}`],
    )
    expect(states.sort()).toEqual(['filter returned', 'observe null'])

    await act('move')
    await moveAll()
    await sync()
    await sync()
    for (const { id } of [first, next]) expect(store.load(id)).toMatchObject(setAside)
    const { body } = await request('GET', '/api/dashboard/stats?timeRange=all', ann)
    expect(body).toMatchObject({ totalFiltered: 2, wouldMove: 0 })
    expect(store.size).toBe(3)
  })

  test.each(share(['server-error', 'rate-limit', 'cut', 'garbage', 'applied-then-500'] as const))(
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
        // The webhook reads Google's keys while the clock advances. Waiting there for a retry delay on
        // the same clock would deadlock.
        const match = ({ url }: Request) => !url.endsWith('/certs') && (seen += 1) === call
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
