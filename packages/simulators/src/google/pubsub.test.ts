import { afterEach, expect, test, vi } from 'vitest'
import { mail, makeGoogle, push } from './test-client.ts'

afterEach(() => vi.useRealTimers())

const me = { userId: 'me' }
const dayMs = 24 * 3_600_000

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
    const { changeId } = world.deliver(mail(), 'ann@example.com')
    await world.clock.advance(waitMs)
    return changeId
  }
  return { google, world, ann, api, tokens, received, watch, arrive }
}

const dataOf = ({ notification }: Received) =>
  Buffer.from(notification.message.data, 'base64').toString()

test('while a watch lives, a change is pushed to the product', async () => {
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

test('the push carries a token that passes real verification', async () => {
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

test('a watch ends after seven days, and watching again renews it (F18)', async () => {
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

test('stop ends it at once, on the record (F36)', async () => {
  const { api, received, watch, arrive, world } = await setUp()
  await watch()
  await api.users.stop(me)
  await arrive()
  expect(received).toEqual([])
  expect(world.record.watchEnds).toMatchObject([{ provider: 'google', mailbox: 'ann@example.com' }])
})

test('a grant that ends takes its watch with it', async () => {
  const { ann, received, watch, arrive } = await setUp()
  await watch()
  ann.endAccess('revoked')
  await arrive()
  expect(received).toEqual([])
})

test('one notification a second, the surplus dropped (F19)', async () => {
  const { received, watch, arrive } = await setUp()
  await watch()
  await arrive(0)
  await arrive(999)
  await arrive(1)
  await arrive(0)
  expect(received).toHaveLength(2)
})

test('only the labels asked for are watched', async () => {
  const { ann, received, watch, arrive, world } = await setUp()
  await watch({ labelIds: ['INBOX'], labelFilterBehavior: 'INCLUDE' })
  ann.add({ raw: mail(), places: ['junk'] })
  await world.clock.advance(1000)
  expect(received).toHaveLength(0)
  await arrive()
  expect(received).toHaveLength(1)
})

test('a topic that is not ours, or no topic, is refused', async () => {
  const { watch } = await setUp()
  await expect(watch({ topicName: 'gmail' })).rejects.toMatchObject({ status: 400 })
  await expect(watch({ topicName: 'projects/x/topics/y' })).rejects.toMatchObject({ status: 404 })
  await expect(watch({ labelIds: ['Label_1'] })).rejects.toMatchObject({ status: 400 })
})

test('pushes are lost, late, doubled and out of order on command (F13, F14, F15)', async () => {
  const { received, watch, arrive, world } = await setUp()
  await watch()
  world.courier.behave({ drop: true })
  await arrive()
  expect(received).toHaveLength(0)
  world.courier.behave({ copies: 5 })
  await arrive()
  expect(new Set(received.map(({ notification }) => notification.message.messageId)).size).toBe(1)
  expect(received.splice(0)).toHaveLength(5)
  world.courier.behave({ reorder: true })
  const first = await arrive()
  const second = await arrive()
  expect(received.splice(0).map((one) => /historyId":(\d+)/.exec(dataOf(one))?.[1])).toEqual([
    String(second),
    String(first),
  ])
  world.courier.behave({ delayMs: 60_000 })
  await arrive()
  expect(received).toHaveLength(0)
  await world.clock.advance(60_000)
  expect(received).toHaveLength(1)
})
