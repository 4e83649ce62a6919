import { accountsOf, newSignedInUser } from '@doorman/api/testing/fake-connections'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { decisions, grants, senderReputations, mailboxes } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { productName } from '@doorman/domain/brand'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import { isThorough, sampleEvery } from '@doorman/domain/testing/sample'
import { endUnusedGrantsJob } from '@doorman/services/ports/jobs'
import { probeDelayMs } from '@doorman/runtime/mail/circuit-breaker'
import { visitorMailboxes } from '@doorman/simulators/scenes/people'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import type { World } from '@doorman/simulators/world/world'
import { like } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDemo } from './harness/demo.ts'
import { reconnectSimulated } from '@doorman/cli/demo/reconnect-simulated'

const databaseUrl = await createTestDatabase()
/** The demo's engineer at both providers. */
const engineer = visitorMailboxes.filter(({ scene }) => scene === 'engineer')
const demo = await openDemo(databaseUrl, { classifier: loadLocalModel(), mailboxes: engineer })
const { request, world, newMailbox, connect } = demo

beforeEach(async () => {
  world.faults.clear()
  // After an outage in the test before, the next call is a probe.
  await demo.clock.advance(probeDelayMs)
})

describe.each(mailProviders)('%s, through the real adapter', (provider) => {
  const service = provider === 'gmail' ? 'google' : 'microsoft'
  /** `npm test` tries each failure with one of the providers. */
  const share = <T>(failures: readonly T[]) =>
    sampleEvery(failures, mailProviders.length, mailProviders.indexOf(provider))

  test('is connected, synced and disconnected', async () => {
    const ann = await newSignedInUser(demo)
    const store = newMailbox(provider)
    expect(await connect(ann, provider, store)).toBe('/accounts')
    await demo.runJobsUntilIdle()
    const [account] = await accountsOf(demo, ann, provider)
    expect(account).toMatchObject({
      email: store.address,
      problem: null,
      lastSyncedAt: expect.any(String),
    })

    expect((await request('DELETE', `/api/${provider}-accounts/${account?.id}`, ann)).status).toBe(
      200,
    )
    await demo.runJobsUntilIdle()
    const { grantEnds, requests } = world.record
    const ended = grantEnds.filter(({ mailbox }) => mailbox === store.address)
    // Microsoft has no API to revoke one app's access.
    expect(ended).toHaveLength(provider === 'gmail' ? 1 : 0)
    const stopped =
      provider === 'gmail'
        ? /^POST \/gmail\/v1\/users\/me\/stop$/
        : /^DELETE \/v1.0\/subscriptions\//
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toContainEqual(
      expect.stringMatching(stopped),
    )
    const before = requests.length
    await demo.ctx.jobs.enqueue(demo.ctx.db, endUnusedGrantsJob, {})
    await demo.runJobsUntilIdle()
    expect(requests).toHaveLength(before)
  })

  test('is not connected if its user declines', async () => {
    const ann = await newSignedInUser(demo)
    const end = await connect(ann, provider, newMailbox(provider), { cancel: true })
    expect(end).toBe('/?error=access_denied')
    expect(await accountsOf(demo, ann, provider)).toEqual([])
  })

  test('is not connected if the account has no mailbox, and our access is given back', async () => {
    const ann = await newSignedInUser(demo)
    const store = newMailbox(provider)
    const { google, microsoft } = demo.simulated.simulators
    if (provider === 'gmail') google.removeMailbox(store)
    else microsoft.removeMailbox(store, 'not-enabled')
    expect(await connect(ann, provider, store)).toBe('/?error=no_mailbox')
    await demo.runJobsUntilIdle()
    expect(await accountsOf(demo, ann, provider)).toEqual([])
    const ended = world.record.grantEnds.filter(({ mailbox }) => mailbox === store.address)
    expect(ended).toHaveLength(provider === 'gmail' ? 1 : 0)
    expect(
      await demo.ctx.db.$count(grants, like(grants.providerAccountId, `%${store.owner.subject}`)),
    ).toBe(0)
  })

  test('needs reconnecting after access was revoked, and recovers when it is reconnected', async () => {
    const ann = await newSignedInUser(demo)
    const store = newMailbox(provider)
    await connect(ann, provider, store)
    store.endAccess('revoked')
    await demo.runJobsUntilIdle()
    expect(await accountsOf(demo, ann, provider)).toMatchObject([
      { problem: 'needs-reconnect', nextCheckAt: null },
    ])
    expect(await connect(ann, provider, store)).toBe('/accounts')
    await demo.runJobsUntilIdle()
    expect(await accountsOf(demo, ann, provider)).toMatchObject([{ problem: null }])
  })

  test.each(share(['server-error', 'rate-limit', 'cut', 'garbage', 'truncated'] as const))(
    'is out of reach but stays connected while the provider answers with %s',
    async (effect) => {
      const ann = await newSignedInUser(demo)
      await connect(ann, provider, newMailbox(provider))
      world.faults.push({ provider: service, effect, times: 100 })
      await demo.runJobsUntilIdle()
      expect(await accountsOf(demo, ann, provider)).toMatchObject([
        { problem: 'out-of-reach', nextCheckAt: expect.any(String) },
      ])
    },
  )

  test.each(share(['server-error', 'rate-limit', 'cut', 'garbage', 'applied-then-500'] as const))(
    'is not connected if the token endpoint answers with %s',
    async (effect) => {
      const ann = await newSignedInUser(demo)
      const match = ({ url }: Request) => new URL(url).pathname.endsWith('/token')
      world.faults.push({ provider: service, effect, match, times: 10 })
      expect(await connect(ann, provider, newMailbox(provider))).toBe('/?error=failed')
      expect(await accountsOf(demo, ann, provider)).toEqual([])
    },
  )

  test('stays with the user who connected it first', async () => {
    const [ann, eve] = [await newSignedInUser(demo), await newSignedInUser(demo)]
    const store = newMailbox(provider)
    await connect(ann, provider, store)
    expect(await connect(eve, provider, store)).toBe('/?error=mailbox_taken')
    await demo.runJobsUntilIdle()
    expect(await accountsOf(demo, ann, provider)).toMatchObject([{ problem: null }])
    // Google merges grants, so revoking the second one would also end the first.
    const ended = world.record.grantEnds.map(({ mailbox }) => mailbox)
    expect(ended).not.toContain(store.address)
  })

  test('an expired access token is renewed', async () => {
    const ann = await newSignedInUser(demo)
    const store = newMailbox(provider)
    await connect(ann, provider, store)
    await demo.clock.advance(2 * 3_600_000)
    await demo.runJobsUntilIdle()
    expect(await accountsOf(demo, ann, provider)).toMatchObject([{ problem: null }])
  })
})

test('an unticked Gmail permission is explained, and the partial grant is revoked', async () => {
  const ann = await newSignedInUser(demo)
  const store = newMailbox('gmail')
  const untick = 'https://www.googleapis.com/auth/gmail.modify'
  expect(await connect(ann, 'gmail', store, { untick })).toBe('/?error=consent_incomplete')
  await demo.runJobsUntilIdle()
  expect(world.record.grantEnds).toContainEqual(expect.objectContaining({ mailbox: store.address }))
})

test('unticking a permission while reconnecting keeps the existing connection', async () => {
  const ann = await newSignedInUser(demo)
  const store = newMailbox('gmail')
  await connect(ann, 'gmail', store)
  const untick = 'https://www.googleapis.com/auth/gmail.modify'
  expect(await connect(ann, 'gmail', store, { untick })).toBe('/?error=consent_incomplete')
  await demo.runJobsUntilIdle()
  expect(await accountsOf(demo, ann)).toMatchObject([{ problem: null }])
})

const addresses = {
  gmail: 'tomasz@ferrygate.example',
  microsoft: 'tomasz@ferrygate-365.example',
} as const

test.for(mailProviders)(
  '%s: a restart of the demo keeps mailboxes connected and messages where they were',
  { timeout: 90_000 },
  async (provider) => {
    const address = addresses[provider]
    const ann = await newSignedInUser(demo)
    await connect(ann, provider, toStore(world, address))
    await demo.runJobsUntilIdle()
    const setAside = listSetAside(world, address)
    expect(setAside).not.toEqual([])
    let decided = await countDecisions(address)

    for (let restart = 0; restart < (isThorough ? 2 : 1); restart += 1) {
      const again = await openDemo(databaseUrl, { mailboxes: engineer })
      await reconnectSimulated(again.ctx, again.simulated)
      toStore(again.world, address).add({ raw: new TextEncoder().encode('Subject: New\n\n') })
      await again.runJobsUntilIdle()
      expect(await accountsOf(again, ann, provider)).toMatchObject([
        { problem: null, lastSyncedAt: expect.any(String) },
      ])
      // Messages that arrived after the first start do not exist in the new world.
      const left = setAside.filter((id) => toStore(again.world, address).find(id))
      expect(left).not.toEqual([])
      expect(listSetAside(again.world, address)).toEqual(left)
      decided += 1
      expect(await countDecisions(address)).toBe(decided)
      expect(await demo.ctx.db.$count(senderReputations)).toBe(0)
    }
  },
)

function toStore({ findMailbox }: World, address: string): MailStore {
  const store = findMailbox(address)
  if (!store) throw new Error(`No mailbox has the address ${address}`)
  return store
}

function listSetAside(of: World, address: string): string[] {
  const store = toStore(of, address)
  const own = store.userFolders.find(({ name }) => name === productName)
  return own ? [...store.list(own.id)].map(({ id }) => id).sort() : []
}

async function countDecisions(address: string): Promise<number> {
  const { db } = demo.ctx
  const found = (await db.select().from(mailboxes)).find((mailbox) => mailbox.address === address)
  const all = await db.select().from(decisions)
  return all.filter(({ mailboxId }) => mailboxId === found?.id).length
}
