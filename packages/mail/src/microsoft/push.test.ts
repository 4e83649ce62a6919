import { expect, test } from 'vitest'
import { connectMailbox, microsoft, push, virtualClock, world } from './fake-microsoft.ts'

const lifeMs = 10_060 * 60_000

/** Notifications that reached us since. */
async function listNotifications(start: number) {
  await virtualClock.advance(60_000)
  return world.record.notifications.slice(start).map(({ url, body }) => ({
    url,
    value: (JSON.parse(body) as { value: object[] }).value,
  }))
}

async function prepare() {
  const connected = await connectMailbox()
  const start = world.record.notifications.length
  return { ...connected, push: connected.mailbox.push, heard: () => listNotifications(start) }
}

test('Graph tells of new mail, with our secret and the id we know it by', async () => {
  const { push: subscription, deliver, heard } = await prepare()
  const { id: subscriptionId, expiresAt } = await subscription.renew(null)
  expect(expiresAt).toEqual(new Date(virtualClock.now().getTime() + lifeMs))
  const { id } = await deliver()
  expect(await heard()).toMatchObject([
    {
      url: push.notificationUrl,
      value: [{ subscriptionId, clientState: push.clientState, resourceData: { id } }],
    },
  ])
})

test('F18: renewed, the same one lives longer', async () => {
  const { push: subscription } = await prepare()
  const first = await subscription.renew(null)
  await virtualClock.advance(lifeMs / 2)
  const second = await subscription.renew(first)
  expect(second.id).toBe(first.id)
  expect(second.expiresAt).toEqual(new Date(virtualClock.now().getTime() + lifeMs))
})

test('F18: one that ended meanwhile is followed by another', async () => {
  const { push: subscription, deliver, heard } = await prepare()
  const first = await subscription.renew(null)
  await virtualClock.advance(lifeMs)
  const second = await subscription.renew(first)
  expect(second.id).not.toBe(first.id)
  await deliver()
  expect(await heard()).toHaveLength(1)
})

test('F17: so is one that Graph removed', async () => {
  const { push: subscription, store, deliver, heard } = await prepare()
  const first = await subscription.renew(null)
  microsoft.tell(store, 'subscriptionRemoved')
  expect((await subscription.renew(first)).id).not.toBe(first.id)
  await deliver()
  const urls = (await heard()).map(({ url }) => url)
  expect(urls).toEqual([push.lifecycleUrl, push.notificationUrl])
})

test('F17: renewing is all the reauthorisation that Graph asks for', async () => {
  const { push: subscription, store, deliver, heard } = await prepare()
  const first = await subscription.renew(null)
  await virtualClock.advance(3_600_000)
  microsoft.tell(store, 'reauthorizationRequired')
  expect((await subscription.renew(first)).id).toBe(first.id)
  await deliver()
  const urls = (await heard()).map(({ url }) => url)
  expect(urls).toEqual([push.lifecycleUrl, push.notificationUrl])
})

test('one that we forgot gives way: nobody hears everything twice', async () => {
  const { push: subscription, deliver, heard } = await prepare()
  const forgotten = await subscription.renew(null)
  const { id: subscriptionId } = await subscription.renew(null)
  expect(subscriptionId).not.toBe(forgotten.id)
  await deliver()
  expect(await heard()).toMatchObject([{ value: [{ subscriptionId }] }])
})

test('F26: one whose beginning went unheard gives way as well', async () => {
  const { push: subscription, deliver, heard } = await prepare()
  world.faults.push({
    provider: 'microsoft',
    match: ({ method }) => method === 'POST',
    make: 'applied-then-500',
  })
  await expect(subscription.renew(null)).rejects.toMatchObject({ mayHaveHappened: true })
  const { id: subscriptionId } = await subscription.renew(null)
  await deliver()
  expect(await heard()).toMatchObject([{ value: [{ subscriptionId }] }])
})

test.each(['remembered', 'forgotten'])('R38: one that we %s is stopped', async (how) => {
  const { push: subscription, deliver, heard, store } = await prepare()
  const grant = await subscription.renew(null)
  await subscription.stop(how === 'remembered' ? grant : null)
  await deliver()
  expect(await heard()).toEqual([])
  expect(world.record.watchEnds).toContainEqual(expect.objectContaining({ mailbox: store.address }))
})
