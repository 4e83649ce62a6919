import { accountsOf, newPerson } from '@doorman/api/fake-connections'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { decisions, knownSenders, mailboxes } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/test-db'
import { productName } from '@doorman/domain/brand'
import { providers } from '@doorman/domain/mailbox'
import { endGrantsJob } from '@doorman/services/jobs'
import type { MailStore } from '@doorman/simulators/world/mail-store'
import type { World } from '@doorman/simulators/world/world'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDemo } from './fake-demo.ts'
import { reconnectSimulated } from './reconnect-simulated.ts'

const databaseUrl = await createTestDatabase()
const demo = await openDemo(databaseUrl, { classifier: loadLocalModel() })
const { ask, world, newMailbox, connect } = demo

beforeEach(() => world.faults.clear())

describe.each(providers)('%s, through the real adapter', (provider) => {
  const service = provider === 'gmail' ? 'google' : 'microsoft'

  test('is connected, looked at, and given back', async () => {
    const ann = await newPerson(demo)
    const store = newMailbox(provider)
    expect(await connect(ann, provider, store)).toBe('/accounts')
    await demo.settle()
    const [account] = await accountsOf(demo, ann, provider)
    expect(account).toMatchObject({
      email: store.address,
      problem: null,
      lastSyncedAt: expect.any(String),
    })

    expect((await ask('DELETE', `/api/${provider}-accounts/${account?.id}`, ann)).status).toBe(200)
    await demo.settle()
    const { grantEnds, requests } = world.record
    const ended = grantEnds.filter(({ mailbox }) => mailbox === store.address)
    // Microsoft has no call to give one app's access back.
    expect(ended).toHaveLength(provider === 'gmail' ? 1 : 0)
    const stopped =
      provider === 'gmail'
        ? /^POST \/gmail\/v1\/users\/me\/stop$/
        : /^DELETE \/v1.0\/subscriptions\//
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toContainEqual(
      expect.stringMatching(stopped),
    )
    const before = requests.length
    await demo.ctx.jobs.enqueue(demo.ctx.db, endGrantsJob, {})
    await demo.settle()
    expect(requests).toHaveLength(before)
  })

  test('57: is not connected when its user says no', async () => {
    const ann = await newPerson(demo)
    const end = await connect(ann, provider, newMailbox(provider), { cancel: true })
    expect(end).toBe('/?error=access_denied')
    expect(await accountsOf(demo, ann, provider)).toEqual([])
  })

  test('F20: needs its user when access was taken away, and is well when it is given again', async () => {
    const ann = await newPerson(demo)
    const store = newMailbox(provider)
    await connect(ann, provider, store)
    store.endAccess('revoked')
    await demo.settle()
    expect(await accountsOf(demo, ann, provider)).toMatchObject([
      { problem: 'needs-reconnect', nextCheckAt: null },
    ])
    expect(await connect(ann, provider, store)).toBe('/accounts')
    await demo.settle()
    expect(await accountsOf(demo, ann, provider)).toMatchObject([{ problem: null }])
  })

  test.each(['server-error', 'rate-limit', 'cut', 'garbage', 'truncated'] as const)(
    'F21: is out of reach, not lost, while the provider answers with %s',
    async (make) => {
      const ann = await newPerson(demo)
      await connect(ann, provider, newMailbox(provider))
      world.faults.push({ provider: service, make, times: 100 })
      await demo.settle()
      expect(await accountsOf(demo, ann, provider)).toMatchObject([
        { problem: 'out-of-reach', nextCheckAt: expect.any(String) },
      ])
    },
  )

  test.each(['server-error', 'rate-limit', 'cut', 'garbage', 'applied-then-500'] as const)(
    'F21: is not half connected when the token endpoint answers with %s',
    async (make) => {
      const ann = await newPerson(demo)
      const match = ({ url }: Request) => new URL(url).pathname.endsWith('/token')
      world.faults.push({ provider: service, make, match, times: 10 })
      expect(await connect(ann, provider, newMailbox(provider))).toBe('/?error=failed')
      expect(await accountsOf(demo, ann, provider)).toEqual([])
    },
  )

  test('F35: stays with the user who has it', async () => {
    const [ann, eve] = [await newPerson(demo), await newPerson(demo)]
    const store = newMailbox(provider)
    await connect(ann, provider, store)
    expect(await connect(eve, provider, store)).toBe('/?error=mailbox_taken')
    await demo.settle()
    expect(await accountsOf(demo, ann, provider)).toMatchObject([{ problem: null }])
    // What the second one was granted is part of what the first one uses.
    const ended = world.record.grantEnds.map(({ mailbox }) => mailbox)
    expect(ended).not.toContain(store.address)
  })

  test('S9: the access token runs out and is renewed', async () => {
    const ann = await newPerson(demo)
    const store = newMailbox(provider)
    await connect(ann, provider, store)
    await demo.clock.advance(2 * 3_600_000)
    await demo.settle()
    expect(await accountsOf(demo, ann, provider)).toMatchObject([{ problem: null }])
  })
})

test('F24: Gmail with a box unticked is explained, and what was granted is given back', async () => {
  const ann = await newPerson(demo)
  const store = newMailbox('gmail')
  const untick = 'https://www.googleapis.com/auth/gmail.modify'
  expect(await connect(ann, 'gmail', store, { untick })).toBe('/?error=consent_incomplete')
  await demo.settle()
  expect(world.record.grantEnds).toContainEqual(expect.objectContaining({ mailbox: store.address }))
})

test('F24: who unticks a box for a mailbox that is connected already keeps the connection', async () => {
  const ann = await newPerson(demo)
  const store = newMailbox('gmail')
  await connect(ann, 'gmail', store)
  const untick = 'https://www.googleapis.com/auth/gmail.modify'
  expect(await connect(ann, 'gmail', store, { untick })).toBe('/?error=consent_incomplete')
  await demo.settle()
  expect(await accountsOf(demo, ann)).toMatchObject([{ problem: null }])
})

const engineer = {
  gmail: 'tomasz@ferrygate.example',
  microsoft: 'tomasz@ferrygate-365.example',
} as const

test.each(providers)(
  '%s: a restart of the demo disconnects nobody, and every mail lies where it was put',
  async (provider) => {
    const address = engineer[provider]
    const ann = await newPerson(demo)
    await connect(ann, provider, toStore(world, address))
    await demo.settle()
    const setAside = listSetAside(world, address)
    expect(setAside).not.toEqual([])
    let decided = await countDecisions(address)

    for (let restart = 0; restart < 2; restart += 1) {
      const again = await openDemo(databaseUrl)
      await reconnectSimulated(again.ctx, again.simulated)
      toStore(again.world, address).add({ raw: new TextEncoder().encode('Subject: New\n\n') })
      await again.settle()
      expect(await accountsOf(again, ann, provider)).toMatchObject([
        { problem: null, lastSyncedAt: expect.any(String) },
      ])
      // What had arrived since the start is gone with that world.
      const left = setAside.filter((id) => toStore(again.world, address).find(id))
      expect(left).not.toEqual([])
      expect(listSetAside(again.world, address)).toEqual(left)
      decided += 1
      expect(await countDecisions(address)).toBe(decided)
      expect(await demo.ctx.db.$count(knownSenders)).toBe(0)
    }
  },
)

function toStore({ findMailbox }: World, address: string): MailStore {
  const store = findMailbox(address)
  if (!store) throw new Error(`Nobody is at ${address}`)
  return store
}

function listSetAside(of: World, address: string): string[] {
  const store = toStore(of, address)
  const own = store.userPlaces.find(({ name }) => name === productName)
  return own ? [...store.list(own.id)].map(({ id }) => id).sort() : []
}

async function countDecisions(address: string): Promise<number> {
  const { db } = demo.ctx
  const found = (await db.select().from(mailboxes)).find((mailbox) => mailbox.address === address)
  const all = await db.select().from(decisions)
  return all.filter(({ mailboxId }) => mailboxId === found?.id).length
}
