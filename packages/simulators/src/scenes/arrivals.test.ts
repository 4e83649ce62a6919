import { expect, test } from 'vitest'
import { makeGoogle } from '../testing/google-client.ts'
import { openTestApp } from '../testing/microsoft-app.ts'
import { VirtualClock } from '../world/clock.ts'
import type { MailStore } from '../world/mailbox/mail-store.ts'
import type { StoredMessage } from '../world/mailbox/stored-message.ts'
import { hourMs, minuteMs } from '../world/time.ts'
import { createWorld, type World } from '../world/world.ts'
import { openScenes } from './open-scenes.ts'
import { visitorMailboxes } from './people.ts'

function findStore(world: World, address: string): MailStore {
  const store = world.findMailbox(address)
  if (!store) throw new Error(`No mailbox ${address}`)
  return store
}

const maraOnly = visitorMailboxes.slice(0, 1)

/** A world with a mailbox that was connected a second ago. */
async function connect(seed = 1) {
  const address = 'mara@berthline.example'
  const clock = new VirtualClock(new Date('2026-11-16T09:00:00Z'))
  const world = createWorld({ clock, seed })
  const arrivals = openScenes(world, maraOnly)
  arrivals.start()
  const store = findStore(world, address)
  const before = store.size
  world.record.grants.push({
    provider: 'google',
    mailbox: address,
    at: clock.now(),
    accessEndCount: 0,
  })
  await clock.advance(1000)
  /** The app polls the provider. */
  const poll = () =>
    world.record.addRequest({
      provider: 'google',
      at: clock.now(),
      method: 'GET',
      url: '/gmail/v1/users/me/history',
      status: 200,
    })
  const advancePolling = async (ms: number) => {
    const polling = clock.every(minuteMs, poll)
    await clock.advance(ms)
    polling.cancel()
  }
  const listArrived = () => [...store.list('inbox')].slice(0, store.size - before).toReversed()
  return { world, clock, poll, advancePolling, arrivals, store, listArrived }
}

const rfcMessageIdOf = ({ headers }: StoredMessage) => headers.find('message-id')

test('no messages arrive before access is granted, then the first arrives immediately', async () => {
  const google = makeGoogle()
  openScenes(google.world).start()
  const sizes = () => google.world.mailboxes.map(({ size }) => size)
  const before = sizes()
  await google.world.clock.advance(hourMs)
  expect(sizes()).toEqual(before)
  await google.connect('tomasz@ferrygate.example')
  await google.world.clock.advance(1000)
  expect(sizes()).toEqual(before.map((size, index) => (index === 1 ? size + 1 : size)))
})

test('messages also arrive in Microsoft mailboxes', async () => {
  const { world, connect: connectTo } = openTestApp()
  openScenes(world).start()
  const store = findStore(world, 'ingrid.vasseur@velmatt-365.example')
  const before = store.size
  await connectTo(store)
  await world.clock.advance(1000)
  expect(store.size).toBe(before + 1)
  expect([...store.list('inbox')][0]).toMatchObject({ isRead: false })
})

test('a message arrives every one to three minutes', async () => {
  const { advancePolling, listArrived } = await connect()
  await advancePolling(3 * hourMs)
  const times = listArrived().map(({ receivedAt }) => receivedAt.getTime())
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(times.length).toBeGreaterThan(60)
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(minuteMs)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(3 * minuteMs + 1000)
  expect(new Set(pauses).size).toBeGreaterThan(20)
})

test('at most 20 messages arrive while the app does not poll', async () => {
  const { clock, poll, listArrived } = await connect()
  await clock.advance(24 * hourMs)
  expect(listArrived()).toHaveLength(20)
  poll()
  await clock.advance(minuteMs)
  expect(listArrived()).toHaveLength(21)
})

test('after the last message all arrive again, in another order and with new Message-IDs', async () => {
  const { arrivals, store, listArrived } = await connect()
  for (let count = 1; count < 200; count++) arrivals.deliverNext(store)
  const ids = listArrived().map(rfcMessageIdOf)
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

test('no messages arrive after access was revoked', async () => {
  const { world, clock, advancePolling, store, listArrived } = await connect()
  expect(listArrived()).toHaveLength(1)
  await clock.advance(1000)
  world.record.grantEnds.push({ provider: 'google', mailbox: store.address, at: clock.now() })
  await advancePolling(hourMs)
  expect(listArrived()).toHaveLength(1)
})

test('an arriving reply joins its thread', async () => {
  const { arrivals, store } = await connect()
  const reply = arrivals.deliverNext(store)
  expect(rfcMessageIdOf(reply)).toBe('<graham-eggs@saltmarsh.example>')
  const thread = [...store.list('sent')].filter(({ threadId }) => threadId === reply.threadId)
  expect(thread.map(rfcMessageIdOf)).toContain(reply.headers.find('in-reply-to'))
})

test('deliverNext delivers without waiting for the clock', async () => {
  const world = createWorld({ clock: new VirtualClock(new Date('2026-11-16T09:00:00Z')) })
  const arrivals = openScenes(world, maraOnly)
  arrivals.start()
  const store = findStore(world, 'mara@berthline.example')
  const first = arrivals.deliverNext(store)
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

test('the same seed delivers the same messages at the same times', async () => {
  const runs = await Promise.all(
    [1, 1, 2].map(async (seed) => {
      const { advancePolling, listArrived } = await connect(seed)
      await advancePolling(2 * hourMs)
      return listArrived().map(
        (message) => `${message.receivedAt.toISOString()} ${rfcMessageIdOf(message)}`,
      )
    }),
  )
  expect(runs[0]).toEqual(runs[1])
  expect(runs[0]).not.toEqual(runs[2])
})
