import { expect, test } from 'vitest'
import { makeGoogle } from '../google/test-client.ts'
import { openTestApp } from '../microsoft/test-app.ts'
import { VirtualClock } from '../world/clock.ts'
import type { MailStore, StoredMail } from '../world/mail-store.ts'
import { createWorld, type World } from '../world/world.ts'
import { openScenes } from './open-scenes.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

function findStore(world: World, address: string): MailStore {
  const store = world.findMailbox(address)
  if (!store) throw new Error(`No mailbox ${address}`)
  return store
}

/** A world with somebody's mailbox connected a second ago. */
async function connect(address = 'mara@berthline.example', seed = 1) {
  const clock = new VirtualClock(new Date('2026-11-16T09:00:00Z'))
  const world = createWorld({ clock, seed })
  const arrivals = openScenes(world)
  const store = findStore(world, address)
  const before = store.size
  world.record.grants.push({
    provider: 'google',
    mailbox: address,
    at: clock.now(),
    accessEndCount: 0,
  })
  await clock.advance(1000)
  /** As if the app asked for news once a minute. */
  const ask = () =>
    world.record.addRequest({
      provider: 'google',
      at: clock.now(),
      method: 'GET',
      url: '/gmail/v1/users/me/history',
      status: 200,
    })
  const advanceAsking = async (ms: number) => {
    const asking = clock.every(minuteMs, ask)
    await clock.advance(ms)
    asking.cancel()
  }
  const listArrived = () => [...store.list('inbox')].slice(0, store.size - before).toReversed()
  return { world, clock, ask, advanceAsking, arrivals, store, listArrived }
}

const messageIdOf = ({ headers }: StoredMail) => headers.find('message-id')

test('mail waits until somebody is let in, and the first comes at once', async () => {
  const google = makeGoogle()
  openScenes(google.world)
  const sizes = () => google.world.mailboxes.map(({ size }) => size)
  const before = sizes()
  await google.world.clock.advance(hourMs)
  expect(sizes()).toEqual(before)
  await google.connect('tomasz@ferrygate.example')
  await google.world.clock.advance(1000)
  expect(sizes()).toEqual(before.map((size, index) => (index === 1 ? size + 1 : size)))
})

test('with Microsoft too', async () => {
  const { world, connect: connectTo } = openTestApp()
  openScenes(world)
  const store = findStore(world, 'ingrid.vasseur@velmatt-365.example')
  const before = store.size
  await connectTo(store)
  await world.clock.advance(1000)
  expect(store.size).toBe(before + 1)
  expect([...store.list('inbox')][0]).toMatchObject({ isRead: false })
})

test('it keeps coming, one mail every one to three minutes', async () => {
  const { advanceAsking, listArrived } = await connect()
  await advanceAsking(3 * hourMs)
  const times = listArrived().map(({ receivedAt }) => receivedAt.getTime())
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(times.length).toBeGreaterThan(60)
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(minuteMs)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(3 * minuteMs + 1000)
  expect(new Set(pauses).size).toBeGreaterThan(20)
})

test('it does not pile up while nobody looks, as on a machine that slept', async () => {
  const { clock, ask, listArrived } = await connect()
  await clock.advance(24 * hourMs)
  expect(listArrived()).toHaveLength(20)
  ask()
  await clock.advance(minuteMs)
  expect(listArrived()).toHaveLength(21)
})

test('when all has arrived it goes on in another order, and no Message-ID comes twice', async () => {
  const { arrivals, store, listArrived } = await connect()
  for (let count = 1; count < 200; count++) arrivals.bring(store)
  const ids = listArrived().map(messageIdOf)
  expect(ids).toHaveLength(200)
  expect(new Set(ids).size).toBe(200)
  const toNames = (from: number) =>
    ids.slice(from, from + 25).map((id) => id?.replace(/(?:\.\d+)?@.*$/, ''))
  const sorted = (names: (string | undefined)[]) =>
    names.toSorted((one = '', other = '') => one.localeCompare(other))
  expect(sorted(toNames(25))).toEqual(sorted(toNames(0)))
  expect(toNames(25)).not.toEqual(toNames(0))
  expect(toNames(50)).not.toEqual(toNames(25))
})

test('nothing more comes once the access was given back', async () => {
  const { world, clock, advanceAsking, store, listArrived } = await connect()
  expect(listArrived()).toHaveLength(1)
  await clock.advance(1000)
  world.record.grantEnds.push({ provider: 'google', mailbox: store.address, at: clock.now() })
  await advanceAsking(hourMs)
  expect(listArrived()).toHaveLength(1)
})

test('an answer that arrives joins the thread it belongs to', async () => {
  const { arrivals, store } = await connect()
  const answer = arrivals.bring(store)
  expect(messageIdOf(answer)).toBe('<graham-eggs@saltmarsh.example>')
  const thread = [...store.list('sent')].filter(({ threadId }) => threadId === answer.threadId)
  expect(thread.map(messageIdOf)).toContain(answer.headers.find('in-reply-to'))
})

test('who lets mail arrive by hand does not have to wait for the clock', async () => {
  const world = createWorld({ clock: new VirtualClock(new Date('2026-11-16T09:00:00Z')) })
  const arrivals = openScenes(world)
  const store = findStore(world, 'mara@berthline.example')
  const first = arrivals.bring(store)
  world.record.grants.push({
    provider: 'google',
    mailbox: store.address,
    at: world.clock.now(),
    accessEndCount: 0,
  })
  await world.clock.advance(1000)
  const [newest] = store.list('inbox')
  expect(newest?.id).not.toBe(first.id)
  const ann = world.addMailbox({ provider: 'google', address: 'ann@example.com', name: 'Ann' })
  expect(arrivals.has(ann)).toBe(false)
})

test('the same seed brings the same mail at the same time', async () => {
  const stories = await Promise.all(
    [1, 1, 2].map(async (seed) => {
      const { advanceAsking, listArrived } = await connect('mara@berthline.example', seed)
      await advanceAsking(2 * hourMs)
      return listArrived().map((mail) => `${mail.receivedAt.toISOString()} ${messageIdOf(mail)}`)
    }),
  )
  expect(stories[0]).toEqual(stories[1])
  expect(stories[0]).not.toEqual(stories[2])
})
