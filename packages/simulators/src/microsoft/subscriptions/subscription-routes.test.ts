import { describe, expect, test } from 'vitest'
import { immutable, openTestApp } from '../../testing/microsoft-app.ts'
import { hourMs, minuteMs } from '../../world/time.ts'
import { toAccount } from '../login/accounts.ts'

const hook = 'https://app.test/hook?box=1'
const lifecycleHook = 'https://app.test/lifecycle'

type ReceivedNotification = {
  subscriptionId: string
  clientState?: string
  changeType?: string
  lifecycleEvent?: string
  resourceData?: { id: string }
}
type Endpoint = (request: Request) => Promise<Response>

/** A correct endpoint: returns the decoded token as plain text. */
const echo: Endpoint = async (request) =>
  new Response(new URL(request.url).searchParams.get('validationToken'), {
    headers: { 'content-type': 'text/plain' },
  })

/** An app with a webhook, the notifications it received, and its behaviour. */
const open = async () => {
  const validations: Request[] = []
  const notifications: { url: string; value: ReceivedNotification[] }[] = []
  const behaviour = { validate: echo, status: 202 }
  const testApp = openTestApp(async (input, init) => {
    const request = new Request(input, init)
    if (new URL(request.url).searchParams.has('validationToken')) {
      validations.push(request.clone())
      return behaviour.validate(request)
    }
    const { value } = (await request.json()) as { value: ReceivedNotification[] }
    notifications.push({ url: request.url, value })
    return new Response(null, { status: behaviour.status })
  })
  const graph = await testApp.connect(testApp.ann)
  const toRequest = (fields: object = {}) => ({
    changeType: 'created',
    notificationUrl: hook,
    lifecycleNotificationUrl: lifecycleHook,
    resource: "me/mailFolders('inbox')/messages",
    expirationDateTime: new Date(testApp.clock.now().getTime() + 10_000 * minuteMs).toISOString(),
    clientState: 'secret',
    ...fields,
  })
  const subscribe = (fields?: object, headers = {}) =>
    graph.post('subscriptions', toRequest(fields), headers)
  return { ...testApp, graph, toRequest, subscribe, validations, notifications, behaviour }
}

describe('a subscription', () => {
  test('is created after both URLs have been validated', async () => {
    const { subscribe, validations, ann } = await open()
    const created = await subscribe()
    expect(created).toMatchObject({
      status: 201,
      body: {
        id: expect.any(String),
        resource: "me/mailFolders('inbox')/messages",
        changeType: 'created',
        clientState: 'secret',
        notificationUrl: hook,
        lifecycleNotificationUrl: lifecycleHook,
        creatorId: toAccount(ann).objectId,
        applicationId: 'app-1',
      },
    })
    expect(validations.map(({ url, method }) => [method, new URL(url).pathname])).toEqual([
      ['POST', '/hook'],
      ['POST', '/lifecycle'],
    ])
    expect(new URL(validations[0]?.url ?? '').searchParams.get('box')).toBe('1')
  })

  test('is validated with a token that needs correct URL decoding', async () => {
    const { subscribe, validations } = await open()
    await subscribe()
    const { searchParams } = new URL(validations[0]?.url ?? '')
    expect(searchParams.get('validationToken')).toMatch(/ \+&ü$/)
  })

  const encoded: Endpoint = async (request) =>
    new Response(/validationToken=([^&]*)/.exec(request.url)?.[1] ?? '', {
      headers: { 'content-type': 'text/plain' },
    })
  const halfDecoded: Endpoint = async (request) =>
    new Response(decodeURIComponent(/validationToken=([^&]*)/.exec(request.url)?.[1] ?? ''), {
      headers: { 'content-type': 'text/plain' },
    })
  const asJson: Endpoint = async (request) =>
    Response.json(new URL(request.url).searchParams.get('validationToken'))
  const accepted: Endpoint = async (request) =>
    new Response((await echo(request)).body, {
      status: 202,
      headers: { 'content-type': 'text/plain' },
    })
  const cut: Endpoint = () => Promise.reject(new TypeError('fetch failed'))

  test.each([
    ['returns the token encoded', encoded, 'must exactly match'],
    ['does not decode plus signs', halfDecoded, 'must exactly match'],
    ['responds with JSON', asJson, 'text/plain'],
    ['responds with 202', accepted, '200 OK'],
    ['does not respond', cut, '200 OK'],
  ])('is rejected if the endpoint %s', async (_case, validate, text) => {
    const { subscribe, behaviour, graph } = await open()
    behaviour.validate = validate
    const { status, body } = await subscribe()
    expect([status, body.error.code]).toEqual([400, 'ValidationError'])
    expect(body.error.message).toContain(text)
    expect((await graph.get('subscriptions')).body.value).toEqual([])
  })

  test('is rejected if the endpoint takes longer than ten seconds', async () => {
    const { subscribe, behaviour, clock } = await open()
    const reached = Promise.withResolvers<void>()
    behaviour.validate = () => {
      reached.resolve()
      return new Promise(() => {})
    }
    const pending = subscribe()
    await reached.promise
    await clock.advance(10_000)
    expect((await pending).body.error.message).toContain('timed out')
  })

  test.each([
    ['above the documented maximum', 10_081, 400],
    ['above the actual maximum', 10_071, 400],
    ['at the maximum', 10_070, 201],
    ['in the past', -1, 400],
  ])('with a lifetime %s (%i minutes) gets %i', async (_case, minutes, status) => {
    const { subscribe, clock } = await open()
    const at = new Date(clock.now().getTime() + minutes * minuteMs)
    expect((await subscribe({ expirationDateTime: at.toISOString() })).status).toBe(status)
  })

  test('lasts at least 45 minutes, whatever was requested', async () => {
    const { subscribe } = await open()
    const { body } = await subscribe({ expirationDateTime: '2026-11-16T09:05:00Z' })
    expect(body.expirationDateTime).toBe('2026-11-16T09:45:00.000Z')
  })

  test('with the same change type and folder is a conflict, whatever the spelling', async () => {
    const { subscribe, graph } = await open()
    const first = await subscribe()
    const { id } = (await graph.get('me/mailFolders/inbox')).body
    for (const resource of ['/me/mailFolders/Inbox/messages', `me/mailFolders('${id}')/messages`])
      expect(await subscribe({ resource })).toMatchObject({
        status: 409,
        body: { error: { message: expect.stringContaining(first.body.id) } },
      })
    expect((await subscribe({ changeType: 'updated' })).status).toBe(201)
    expect((await subscribe({ resource: 'me/messages' })).status).toBe(201)
  })

  test.each([
    [{ includeResourceData: true }, 400, 'includeResourceData'],
    [{ resource: 'me/events' }, 501, 'me/events'],
    [{ resource: 'users/other/messages' }, 501, 'users/other'],
    [{ resource: "me/mailFolders('gone')/messages" }, 404, ''],
    [{ changeType: 'moved' }, 400, 'moved'],
    [{ clientState: 'x'.repeat(129) }, 400, '128'],
    [{ notificationUrl: 'http://app.test/hook' }, 400, 'https'],
    [{ lifecycleNotificationUrl: 'nonsense' }, 400, 'https'],
    [{ expirationDateTime: 'tomorrow' }, 400, 'tomorrow'],
  ])('with %j is rejected', async (fields, status, word) => {
    const { subscribe, validations } = await open()
    const reply = await subscribe(fields)
    expect(reply.status).toBe(status)
    expect(reply.body.error.message).toContain(word)
    expect(validations).toEqual([])
  })

  test('can use http on the same machine', async () => {
    const { subscribe } = await open()
    expect((await subscribe({ notificationUrl: 'http://localhost:3000/hook' })).status).toBe(201)
  })

  test('can be renewed, and ends otherwise', async () => {
    const { subscribe, connect, ann, clock, toRequest } = await open()
    const { id } = (await subscribe()).body
    await clock.advance(9_000 * minuteMs)
    const graph = await connect(ann)
    const { expirationDateTime } = toRequest()
    const renewed = await graph.patch(`subscriptions/${id}`, { expirationDateTime })
    expect(renewed).toMatchObject({ status: 200, body: { id, expirationDateTime } })
    const tooLong = new Date(clock.now().getTime() + 10_081 * minuteMs).toISOString()
    expect((await graph.patch(`subscriptions/${id}`, { expirationDateTime: tooLong })).status).toBe(
      400,
    )
    await clock.advance(9_999 * minuteMs)
    expect((await (await connect(ann)).get(`subscriptions/${id}`)).status).toBe(200)
    await clock.advance(minuteMs)
    expect((await (await connect(ann)).get(`subscriptions/${id}`)).status).toBe(404)
  })

  test('can change only its expiry, not its lifecycle URL', async () => {
    const { subscribe, graph } = await open()
    const { id } = (await subscribe()).body
    const fields = {
      expirationDateTime: '2026-11-17T09:00:00Z',
      lifecycleNotificationUrl: lifecycleHook,
    }
    expect((await graph.patch(`subscriptions/${id}`, fields)).status).toBe(400)
  })

  test('is deleted once, and the deletion is recorded', async () => {
    const { subscribe, graph, world } = await open()
    const { id } = (await subscribe()).body
    expect((await graph.delete(`subscriptions/${id}`)).status).toBe(204)
    expect((await graph.delete(`subscriptions/${id}`)).status).toBe(404)
    expect(world.record.watchEnds).toMatchObject([
      { provider: 'microsoft', mailbox: 'ann@acme.test' },
    ])
  })

  test('is not found by another mailbox', async () => {
    const { subscribe, connect, bob, graph } = await open()
    const { id } = (await subscribe()).body
    const other = await connect(bob)
    const expirationDateTime = '2026-11-17T09:00:00Z'
    for (const reply of [
      await other.get(`subscriptions/${id}`),
      await other.patch(`subscriptions/${id}`, { expirationDateTime }),
      await other.post(`subscriptions/${id}/reauthorize`),
      await other.delete(`subscriptions/${id}`),
    ])
      expect(reply).toMatchObject({ status: 404, body: { error: { code: 'ResourceNotFound' } } })
    expect((await other.get('subscriptions')).body.value).toEqual([])
    expect((await graph.get(`subscriptions/${id}`)).body.id).toBe(id)
  })
})

describe('a notification', () => {
  test('is sent for a new message, with the client state and the message id', async () => {
    const { subscribe, graph, deliver, ann, clock, notifications } = await open()
    const { id, expirationDateTime } = (await subscribe({}, immutable)).body
    deliver(ann)
    expect(notifications).toEqual([])
    await clock.advance(1000)
    const message = (await graph.get('me/messages', immutable)).body.value[0]
    const path = `Users/${toAccount(ann).objectId}/Messages/${message.id}`
    expect(notifications).toEqual([
      {
        url: hook,
        value: [
          {
            subscriptionId: id,
            subscriptionExpirationDateTime: expirationDateTime,
            tenantId: toAccount(ann).tenantId,
            clientState: 'secret',
            changeType: 'created',
            resource: path,
            resourceData: {
              '@odata.type': '#Microsoft.Graph.Message',
              '@odata.id': path,
              '@odata.etag': expect.any(String),
              id: message.id,
            },
          },
        ],
      },
    ])
  })

  test('uses the kind of id that its subscription was created with', async () => {
    const { subscribe, graph, deliver, ann, clock, notifications } = await open()
    await subscribe()
    deliver(ann)
    await clock.advance(1000)
    const message = (await graph.get('me/messages')).body.value[0]
    expect(notifications[0]?.value[0]?.resourceData?.id).toBe(message.id)
  })

  test('is sent only for the subscribed change types and folder', async () => {
    const { subscribe, deliver, ann, clock, notifications } = await open()
    await subscribe({ changeType: 'updated,deleted' })
    const message = deliver(ann)
    ann.update(message.id, { isRead: true })
    ann.move(message.id, 'archive')
    ann.update(message.id, { isRead: false })
    await clock.advance(1000)
    expect(notifications[0]?.value.map(({ changeType }) => changeType)).toEqual([
      'updated',
      'deleted',
    ])
  })

  test('shares a POST with those of other subscriptions and mailboxes', async () => {
    const { subscribe, connect, deliver, ann, bob, clock, notifications, toRequest } = await open()
    const mine = (await subscribe()).body.id
    const all = (await subscribe({ resource: 'me/messages', clientState: 'other' })).body.id
    const theirs = (await (await connect(bob)).post('subscriptions', toRequest())).body.id
    deliver(ann)
    deliver(bob)
    await clock.advance(1000)
    expect(notifications).toHaveLength(1)
    expect(notifications[0]?.value.map((one) => [one.subscriptionId, one.clientState])).toEqual([
      [mine, 'secret'],
      [all, 'other'],
      [theirs, 'secret'],
    ])
  })

  test('is retried for up to four hours', async () => {
    const { subscribe, deliver, ann, clock, notifications, behaviour } = await open()
    await subscribe()
    behaviour.status = 503
    deliver(ann)
    await clock.advance(hourMs)
    const attempts = notifications.length
    expect(attempts).toBeGreaterThan(3)
    behaviour.status = 202
    await clock.advance(hourMs)
    expect(notifications).toHaveLength(attempts + 1)
    behaviour.status = 503
    deliver(ann)
    await clock.advance(5 * hourMs)
    const total = notifications.length
    await clock.advance(5 * hourMs)
    expect(notifications).toHaveLength(total)
  })

  test('is not sent for a deleted or expired subscription', async () => {
    const { subscribe, graph, deliver, ann, clock, notifications } = await open()
    const { id } = (await subscribe()).body
    await graph.delete(`subscriptions/${id}`)
    deliver(ann)
    await clock.advance(1000)
    await subscribe({ expirationDateTime: '2026-11-16T10:00:00Z' })
    await clock.advance(hourMs)
    deliver(ann)
    await clock.advance(1000)
    expect(notifications).toEqual([])
  })

  test('is not sent after the access of its subscription has ended', async () => {
    const { subscribe, deliver, ann, clock, notifications } = await open()
    await subscribe()
    ann.endAccess('password-changed')
    deliver(ann)
    await clock.advance(1000)
    expect(notifications).toEqual([])
  })

  test('can be dropped and duplicated', async () => {
    const { subscribe, deliver, ann, clock, notifications, world } = await open()
    await subscribe()
    world.pushDelivery.setFaults({ drop: true })
    deliver(ann)
    await clock.advance(1000)
    expect(notifications).toEqual([])
    world.pushDelivery.setFaults({ copies: 5 })
    deliver(ann)
    await clock.advance(1000)
    expect(notifications).toHaveLength(5)
  })
})

describe('a slow endpoint', () => {
  const deliverEvery = async (testApp: Awaited<ReturnType<typeof open>>, count: number) => {
    for (let number = 0; number < count; number++) {
      testApp.deliver(testApp.ann)
      await testApp.clock.advance(1000)
    }
  }

  test('gets no notifications for ten minutes after more than 15 % slow responses', async () => {
    const testApp = await open()
    await testApp.subscribe()
    await deliverEvery(testApp, 5)
    testApp.microsoft.setEndpointDelay(3500)
    await deliverEvery(testApp, 1)
    expect(testApp.notifications).toHaveLength(6)
    testApp.microsoft.setEndpointDelay(100)
    await deliverEvery(testApp, 5)
    expect(testApp.notifications).toHaveLength(6)
    await testApp.clock.advance(600_000)
    await deliverEvery(testApp, 1)
    expect(testApp.notifications).toHaveLength(7)
    expect(testApp.notifications.at(-1)?.value).toHaveLength(1)
  })

  test('gets notifications ten seconds later after more than 10 % slow responses', async () => {
    const testApp = await open()
    await testApp.subscribe()
    await deliverEvery(testApp, 7)
    testApp.microsoft.setEndpointDelay(3500)
    await deliverEvery(testApp, 1)
    testApp.microsoft.setEndpointDelay(100)
    await deliverEvery(testApp, 1)
    expect(testApp.notifications).toHaveLength(8)
    await testApp.clock.advance(10_000)
    expect(testApp.notifications).toHaveLength(9)
  })
})

describe('a lifecycle event', () => {
  const listLifecycleEvents = ({ notifications }: Awaited<ReturnType<typeof open>>) =>
    notifications
      .filter(({ url }) => url === lifecycleHook)
      .flatMap(({ value }) => value.map(({ lifecycleEvent }) => lifecycleEvent))

  test('missed is sent, and the subscription stays', async () => {
    const testApp = await open()
    const { id } = (await testApp.subscribe()).body
    testApp.microsoft.sendLifecycleEvent(testApp.ann, 'missed')
    await testApp.clock.advance(1000)
    expect(testApp.notifications).toMatchObject([
      {
        url: lifecycleHook,
        value: [{ subscriptionId: id, clientState: 'secret', lifecycleEvent: 'missed' }],
      },
    ])
    expect((await testApp.graph.get(`subscriptions/${id}`)).status).toBe(200)
  })

  test('subscriptionRemoved deletes the subscription, which can be created again', async () => {
    const testApp = await open()
    const { id } = (await testApp.subscribe()).body
    testApp.microsoft.sendLifecycleEvent(testApp.ann, 'subscriptionRemoved')
    await testApp.clock.advance(1000)
    expect(listLifecycleEvents(testApp)).toEqual(['subscriptionRemoved'])
    expect((await testApp.graph.get(`subscriptions/${id}`)).status).toBe(404)
    expect((await testApp.subscribe()).status).toBe(201)
  })

  test.each([
    ['reauthorized', 204],
    ['renewed', 200],
  ])(
    'reauthorizationRequired stops notifications until the subscription is %s',
    async (how, status) => {
      const testApp = await open()
      const { id } = (await testApp.subscribe()).body
      testApp.microsoft.sendLifecycleEvent(testApp.ann, 'reauthorizationRequired')
      testApp.deliver(testApp.ann)
      await testApp.clock.advance(1000)
      expect(listLifecycleEvents(testApp)).toEqual(['reauthorizationRequired'])
      expect(testApp.notifications).toHaveLength(1)
      const { expirationDateTime } = testApp.toRequest()
      const extend = {
        reauthorized: () => testApp.graph.post(`subscriptions/${id}/reauthorize`),
        renewed: () => testApp.graph.patch(`subscriptions/${id}`, { expirationDateTime }),
      }[how]
      expect((await extend?.())?.status).toBe(status)
      testApp.deliver(testApp.ann)
      await testApp.clock.advance(1000)
      expect(testApp.notifications.at(-1)).toMatchObject({
        url: hook,
        value: [{ changeType: 'created' }],
      })
      expect(testApp.notifications).toHaveLength(2)
    },
  )

  test('can be followed by a renewal or a reauthorization, not both within ten minutes', async () => {
    const { subscribe, graph, clock, toRequest } = await open()
    const { id } = (await subscribe()).body
    await graph.post(`subscriptions/${id}/reauthorize`)
    const renew = async () => {
      const { expirationDateTime } = toRequest()
      return (await graph.patch(`subscriptions/${id}`, { expirationDateTime })).status
    }
    expect(await renew()).toBe(400)
    await clock.advance(600_000)
    expect(await renew()).toBe(200)
    expect(await renew()).toBe(200)
  })

  test('is not sent without a lifecycle URL', async () => {
    const testApp = await open()
    const { lifecycleNotificationUrl: _none, ...request } = testApp.toRequest()
    await testApp.graph.post('subscriptions', request)
    testApp.microsoft.sendLifecycleEvent(testApp.ann, 'missed')
    await testApp.clock.advance(1000)
    expect(testApp.notifications).toEqual([])
  })
})
