import { afterEach, expect, test, vi } from 'vitest'
import { composeTestMessage, makeGoogle, push } from '../../testing/google-client.ts'
import { dayMs } from '../../world/time.ts'

afterEach(() => vi.useRealTimers())

const me = { userId: 'me' }

type Received = { readonly request: Request; readonly notification: Notification }
type Notification = {
  readonly message: { readonly data: string; readonly messageId: string }
  readonly subscription: string
}

async function setUp() {
  const received: Received[] = []
  const google = makeGoogle({
    fetch: async (input, init) => {
      const request = new Request(input, init)
      received.push({ request, notification: (await request.clone().json()) as Notification })
      return new Response(null, { status: 204 })
    },
  })
  const { world } = google
  const ann = world.addMailbox({ provider: 'google', address: 'ann@example.com', name: 'Ann' })
  const { api, tokens } = await google.connect('ann@example.com')
  const watch = (requestBody: object = {}) =>
    api.users.watch({ ...me, requestBody: { topicName: push.topic, ...requestBody } })
  const arrive = async (waitMs = 1000) => {
    const { changeId } = world.deliver(composeTestMessage(), 'ann@example.com')
    await world.clock.advance(waitMs)
    return changeId
  }
  return { google, world, ann, api, tokens, received, watch, arrive }
}

const dataOf = ({ notification }: Received) =>
  Buffer.from(notification.message.data, 'base64').toString()

test('a change in a watched mailbox is pushed to the product', async () => {
  const { received, watch, arrive, world } = await setUp()
  await arrive()
  expect(received).toEqual([])
  const { data } = await watch()
  expect(data.expiration).toBe(String(world.clock.now().getTime() + 7 * dayMs))
  const changeId = await arrive()
  expect(received).toHaveLength(1)
  expect(received[0]?.request.url).toBe(push.endpoint)
  expect(received[0]?.notification.subscription).toBe(push.subscription)
  expect(received.map(dataOf)).toEqual([
    `{"emailAddress":"ann@example.com","historyId":${changeId}}`,
  ])
})

test('the push has a token that the official client verifies', async () => {
  const { google, received, watch, arrive, world } = await setUp()
  await watch()
  await arrive()
  vi.setSystemTime(world.clock.now())
  const idToken = received[0]?.request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
  const ticket = await google.oauth.verifyIdToken({ idToken, audience: push.audience })
  expect(ticket.getPayload()).toMatchObject({
    iss: 'https://accounts.google.com',
    email: push.serviceAccount,
    email_verified: true,
  })
  await expect(google.oauth.verifyIdToken({ idToken, audience: 'another' })).rejects.toThrow()
})

test('a watch ends after seven days unless it is renewed', async () => {
  const { google, received, watch, arrive, world } = await setUp()
  await watch()
  await world.clock.advance(6 * dayMs)
  const { api } = await google.connect('ann@example.com')
  await api.users.watch({ ...me, requestBody: { topicName: push.topic } })
  await world.clock.advance(7 * dayMs - 1)
  await arrive()
  expect(received).toHaveLength(1)
  await arrive()
  expect(received).toHaveLength(1)
})

test('stop ends a watch immediately and is recorded', async () => {
  const { api, received, watch, arrive, world } = await setUp()
  await watch()
  await api.users.stop(me)
  await arrive()
  expect(received).toEqual([])
  expect(world.record.watchEnds).toMatchObject([{ provider: 'google', mailbox: 'ann@example.com' }])
})

test('a watch ends with its grant', async () => {
  const { ann, received, watch, arrive } = await setUp()
  await watch()
  ann.endAccess('revoked')
  await arrive()
  expect(received).toEqual([])
})

test('at most one notification per second is sent; the others are dropped', async () => {
  const { received, watch, arrive } = await setUp()
  await watch()
  await arrive(0)
  await arrive(999)
  await arrive(1)
  await arrive(0)
  expect(received).toHaveLength(2)
})

test('only changes to the requested labels are pushed', async () => {
  const { ann, received, watch, arrive, world } = await setUp()
  await watch({ labelIds: ['INBOX'], labelFilterBehavior: 'INCLUDE' })
  ann.add({ raw: composeTestMessage(), folders: ['junk'] })
  await world.clock.advance(1000)
  expect(received).toHaveLength(0)
  await arrive()
  expect(received).toHaveLength(1)
})

test('an unknown or malformed topic is rejected', async () => {
  const { watch } = await setUp()
  await expect(watch({ topicName: 'gmail' })).rejects.toMatchObject({ status: 400 })
  await expect(watch({ topicName: 'projects/x/topics/y' })).rejects.toMatchObject({ status: 404 })
  await expect(watch({ labelIds: ['Label_1'] })).rejects.toMatchObject({ status: 400 })
})

test('pushes can be dropped, duplicated, reordered and delayed', async () => {
  const { received, watch, arrive, world } = await setUp()
  await watch()
  world.pushDelivery.setFaults({ drop: true })
  await arrive()
  expect(received).toHaveLength(0)
  world.pushDelivery.setFaults({ copies: 5 })
  await arrive()
  expect(new Set(received.map(({ notification }) => notification.message.messageId)).size).toBe(1)
  expect(received.splice(0)).toHaveLength(5)
  world.pushDelivery.setFaults({ reorder: true })
  const first = await arrive()
  const second = await arrive()
  expect(received.splice(0).map((one) => /historyId":(\d+)/.exec(dataOf(one))?.[1])).toEqual([
    String(second),
    String(first),
  ])
  world.pushDelivery.setFaults({ delayMs: 60_000 })
  await arrive()
  expect(received).toHaveLength(0)
  await world.clock.advance(60_000)
  expect(received).toHaveLength(1)
})
