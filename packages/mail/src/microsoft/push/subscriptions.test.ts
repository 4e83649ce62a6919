import { expect, test } from 'vitest'
import type { PushSubscription } from '../../mailbox.ts'
import { renewPush } from '../../testing/conformance/mailbox-harness.ts'
import {
  connectMailbox,
  microsoft,
  push,
  virtualClock,
  world,
} from '../../testing/fake-microsoft.ts'

const lifetimeMs = 10_060 * 60_000

/** The notifications sent since `start`. */
async function listNotifications(start: number) {
  await virtualClock.advance(60_000)
  return world.record.notifications.slice(start).map(({ url, body }) => ({
    url,
    value: (JSON.parse(body) as { value: object[] }).value,
  }))
}

async function prepare() {
  const connected = await connectMailbox()
  const { mailbox } = connected
  const start = world.record.notifications.length
  return {
    ...connected,
    push: {
      renew: (current: PushSubscription | null) => renewPush(mailbox, current),
      stop: mailbox.push.stop,
    },
    listReceived: () => listNotifications(start),
  }
}

test('notifies of a new message, with our secret and its immutable id', async () => {
  const { push: subscription, deliver, listReceived } = await prepare()
  const { id: subscriptionId, expiresAt } = await subscription.renew(null)
  expect(expiresAt).toEqual(new Date(virtualClock.now().getTime() + lifetimeMs))
  const { id } = await deliver()
  expect(await listReceived()).toMatchObject([
    {
      url: push.notificationUrl,
      value: [{ subscriptionId, clientState: push.clientState, resourceData: { id } }],
    },
  ])
})

test('renewing extends the same subscription', async () => {
  const { push: subscription } = await prepare()
  const first = await subscription.renew(null)
  await virtualClock.advance(lifetimeMs / 2)
  const second = await subscription.renew(first)
  expect(second.id).toBe(first.id)
  expect(second.expiresAt).toEqual(new Date(virtualClock.now().getTime() + lifetimeMs))
})

test('renewing an expired subscription starts another', async () => {
  const { push: subscription, deliver, listReceived } = await prepare()
  const first = await subscription.renew(null)
  await virtualClock.advance(lifetimeMs)
  const second = await subscription.renew(first)
  expect(second.id).not.toBe(first.id)
  await deliver()
  expect(await listReceived()).toHaveLength(1)
})

test('renewing a subscription that Graph removed starts another', async () => {
  const { push: subscription, store, deliver, listReceived } = await prepare()
  const first = await subscription.renew(null)
  microsoft.sendLifecycleEvent(store, 'subscriptionRemoved')
  expect((await subscription.renew(first)).id).not.toBe(first.id)
  await deliver()
  const urls = (await listReceived()).map(({ url }) => url)
  expect(urls).toEqual([push.lifecycleUrl, push.notificationUrl])
})

test('after reauthorizationRequired, renewing keeps the subscription working', async () => {
  const { push: subscription, store, deliver, listReceived } = await prepare()
  const first = await subscription.renew(null)
  await virtualClock.advance(3_600_000)
  microsoft.sendLifecycleEvent(store, 'reauthorizationRequired')
  expect((await subscription.renew(first)).id).toBe(first.id)
  await deliver()
  const urls = (await listReceived()).map(({ url }) => url)
  expect(urls).toEqual([push.lifecycleUrl, push.notificationUrl])
})

test('starting replaces a subscription that we lost track of', async () => {
  const { push: subscription, deliver, listReceived } = await prepare()
  const forgotten = await subscription.renew(null)
  const { id: subscriptionId } = await subscription.renew(null)
  expect(subscriptionId).not.toBe(forgotten.id)
  await deliver()
  expect(await listReceived()).toMatchObject([{ value: [{ subscriptionId }] }])
})

test('starting replaces a subscription whose creation was in doubt', async () => {
  const { push: subscription, deliver, listReceived } = await prepare()
  world.faults.push({
    provider: 'microsoft',
    match: ({ method }) => method === 'POST',
    effect: 'applied-then-500',
  })
  await expect(subscription.renew(null)).rejects.toMatchObject({ mayHaveHappened: true })
  const { id: subscriptionId } = await subscription.renew(null)
  await deliver()
  expect(await listReceived()).toMatchObject([{ value: [{ subscriptionId }] }])
})

test.each(['known', 'unknown'])('stops a subscription whose id is %s', async (id) => {
  const { push: subscription, deliver, listReceived, store } = await prepare()
  const current = await subscription.renew(null)
  await subscription.stop(id === 'known' ? current : null)
  await deliver()
  expect(await listReceived()).toEqual([])
  expect(world.record.watchEnds).toContainEqual(expect.objectContaining({ mailbox: store.address }))
})
