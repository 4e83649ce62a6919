import { describe, expect, test } from 'vitest'
import { toAccount } from './accounts.ts'
import { immutable, openTestApp } from './test-app.ts'

const minuteMs = 60_000
const hook = 'https://app.test/hook?box=1'
const lifecycleHook = 'https://app.test/lifecycle'

type Notice = {
  subscriptionId: string
  clientState?: string
  changeType?: string
  lifecycleEvent?: string
  resourceData?: { id: string }
}
type Answer = (request: Request) => Promise<Response>

/** As the documentation asks: the token, decoded, as plain text. */
const echo: Answer = async (request) =>
  new Response(new URL(request.url).searchParams.get('validationToken'), {
    headers: { 'content-type': 'text/plain' },
  })

/** An app with a webhook: what it was told, and how it answers. */
const open = async () => {
  const validations: Request[] = []
  const notices: { url: string; value: Notice[] }[] = []
  const behaviour = { validate: echo, status: 202 }
  const rig = openTestApp(async (input, init) => {
    const request = new Request(input, init)
    if (new URL(request.url).searchParams.has('validationToken')) {
      validations.push(request.clone())
      return behaviour.validate(request)
    }
    const { value } = (await request.json()) as { value: Notice[] }
    notices.push({ url: request.url, value })
    return new Response(null, { status: behaviour.status })
  })
  const graph = await rig.connect(rig.ann)
  const wish = (fields: object = {}) => ({
    changeType: 'created',
    notificationUrl: hook,
    lifecycleNotificationUrl: lifecycleHook,
    resource: "me/mailFolders('inbox')/messages",
    expirationDateTime: new Date(rig.clock.now().getTime() + 10_000 * minuteMs).toISOString(),
    clientState: 'secret',
    ...fields,
  })
  const subscribe = (fields?: object, headers = {}) =>
    graph.post('subscriptions', wish(fields), headers)
  return { ...rig, graph, wish, subscribe, validations, notices, behaviour }
}

describe('a subscription', () => {
  test('is made after both addresses have answered for themselves', async () => {
    const { subscribe, validations, ann } = await open()
    const made = await subscribe()
    expect(made).toMatchObject({
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

  test('asks with a token that a careless decoding spoils', async () => {
    const { subscribe, validations } = await open()
    await subscribe()
    const { searchParams } = new URL(validations[0]?.url ?? '')
    expect(searchParams.get('validationToken')).toMatch(/ \+&ü$/)
  })

  const encoded: Answer = async (request) =>
    new Response(/validationToken=([^&]*)/.exec(request.url)?.[1] ?? '', {
      headers: { 'content-type': 'text/plain' },
    })
  const halfDecoded: Answer = async (request) =>
    new Response(decodeURIComponent(/validationToken=([^&]*)/.exec(request.url)?.[1] ?? ''), {
      headers: { 'content-type': 'text/plain' },
    })
  const asJson: Answer = async (request) =>
    Response.json(new URL(request.url).searchParams.get('validationToken'))
  const accepted: Answer = async (request) =>
    new Response((await echo(request)).body, {
      status: 202,
      headers: { 'content-type': 'text/plain' },
    })
  const cut: Answer = () => Promise.reject(new TypeError('fetch failed'))

  test.each([
    ['echoes the token encoded', encoded, 'must exactly match'],
    ['takes the pluses for pluses', halfDecoded, 'must exactly match'],
    ['answers as JSON', asJson, 'text/plain'],
    ['answers 202', accepted, '200 OK'],
    ['does not answer', cut, '200 OK'],
  ])('is refused to an address that %s', async (_case, validate, words) => {
    const { subscribe, behaviour, graph } = await open()
    behaviour.validate = validate
    const { status, body } = await subscribe()
    expect([status, body.error.code]).toEqual([400, 'ValidationError'])
    expect(body.error.message).toContain(words)
    expect((await graph.get('subscriptions')).body.value).toEqual([])
  })

  test('waits ten seconds for an answer, and no longer', async () => {
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
    ['beyond 10,080 minutes', 10_081, 400],
    ['beyond what the service itself allows', 10_071, 400],
    ['of 10,070 minutes', 10_070, 201],
    ['in the past', -1, 400],
  ])('%s', async (_case, minutes, status) => {
    const { subscribe, clock } = await open()
    const at = new Date(clock.now().getTime() + minutes * minuteMs)
    expect((await subscribe({ expirationDateTime: at.toISOString() })).status).toBe(status)
  })

  test('lives 45 minutes at least: believe the answer', async () => {
    const { subscribe } = await open()
    const { body } = await subscribe({ expirationDateTime: '2026-11-16T09:05:00Z' })
    expect(body.expirationDateTime).toBe('2026-11-16T09:45:00.000Z')
  })

  test('of the same kind to the same folder is a conflict, however it is written', async () => {
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
  ])('with %j is refused', async (fields, status, word) => {
    const { subscribe, validations } = await open()
    const reply = await subscribe(fields)
    expect(reply.status).toBe(status)
    expect(reply.body.error.message).toContain(word)
    expect(validations).toEqual([])
  })

  test('may be told on this machine without https', async () => {
    const { subscribe } = await open()
    expect((await subscribe({ notificationUrl: 'http://localhost:3000/hook' })).status).toBe(201)
  })

  test('is renewed, and ends by the clock when it is not (F18)', async () => {
    const { subscribe, connect, ann, clock, wish } = await open()
    const { id } = (await subscribe()).body
    await clock.advance(9_000 * minuteMs)
    const graph = await connect(ann)
    const { expirationDateTime } = wish()
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

  test('changes nothing but its end: the lifecycle address is for the beginning', async () => {
    const { subscribe, graph } = await open()
    const { id } = (await subscribe()).body
    const fields = {
      expirationDateTime: '2026-11-17T09:00:00Z',
      lifecycleNotificationUrl: lifecycleHook,
    }
    expect((await graph.patch(`subscriptions/${id}`, fields)).status).toBe(400)
  })

  test('is deleted once, on record', async () => {
    const { subscribe, graph, world } = await open()
    const { id } = (await subscribe()).body
    expect((await graph.delete(`subscriptions/${id}`)).status).toBe(204)
    expect((await graph.delete(`subscriptions/${id}`)).status).toBe(404)
    expect(world.record.watchEnds).toMatchObject([
      { provider: 'microsoft', mailbox: 'ann@acme.test' },
    ])
  })

  test('belongs to the mailbox it was made for', async () => {
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
  test('comes when mail arrives, with the secret and the id', async () => {
    const { subscribe, graph, deliver, ann, clock, notices } = await open()
    const { id, expirationDateTime } = (await subscribe({}, immutable)).body
    deliver(ann)
    expect(notices).toEqual([])
    await clock.advance(1000)
    const mail = (await graph.get('me/messages', immutable)).body.value[0]
    const path = `Users/${toAccount(ann).objectId}/Messages/${mail.id}`
    expect(notices).toEqual([
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
              id: mail.id,
            },
          },
        ],
      },
    ])
  })

  test('names mail by the ids its subscription was made with', async () => {
    const { subscribe, graph, deliver, ann, clock, notices } = await open()
    await subscribe()
    deliver(ann)
    await clock.advance(1000)
    const mail = (await graph.get('me/messages')).body.value[0]
    expect(notices[0]?.value[0]?.resourceData?.id).toBe(mail.id)
  })

  test('comes for the kinds of change that were asked for, in that folder', async () => {
    const { subscribe, deliver, ann, clock, notices } = await open()
    await subscribe({ changeType: 'updated,deleted' })
    const mail = deliver(ann)
    ann.update(mail.id, { isRead: true })
    ann.move(mail.id, 'archive')
    ann.update(mail.id, { isRead: false })
    await clock.advance(1000)
    expect(notices[0]?.value.map(({ changeType }) => changeType)).toEqual(['updated', 'deleted'])
  })

  test('shares its POST with those of other subscriptions and mailboxes', async () => {
    const { subscribe, connect, deliver, ann, bob, clock, notices, wish } = await open()
    const mine = (await subscribe()).body.id
    const all = (await subscribe({ resource: 'me/messages', clientState: 'other' })).body.id
    const theirs = (await (await connect(bob)).post('subscriptions', wish())).body.id
    deliver(ann)
    deliver(bob)
    await clock.advance(1000)
    expect(notices).toHaveLength(1)
    expect(notices[0]?.value.map((one) => [one.subscriptionId, one.clientState])).toEqual([
      [mine, 'secret'],
      [all, 'other'],
      [theirs, 'secret'],
    ])
  })

  test('is tried again for up to four hours until it is taken', async () => {
    const { subscribe, deliver, ann, clock, notices, behaviour } = await open()
    await subscribe()
    behaviour.status = 503
    deliver(ann)
    await clock.advance(3_600_000)
    const tried = notices.length
    expect(tried).toBeGreaterThan(3)
    behaviour.status = 202
    await clock.advance(3_600_000)
    expect(notices).toHaveLength(tried + 1)
    behaviour.status = 503
    deliver(ann)
    await clock.advance(5 * 3_600_000)
    const given = notices.length
    await clock.advance(5 * 3_600_000)
    expect(notices).toHaveLength(given)
  })

  test('does not come for a subscription that is deleted, over, or without access', async () => {
    const { subscribe, graph, deliver, ann, clock, notices } = await open()
    const { id } = (await subscribe()).body
    await graph.delete(`subscriptions/${id}`)
    deliver(ann)
    await clock.advance(1000)
    await subscribe({ expirationDateTime: '2026-11-16T10:00:00Z' })
    await clock.advance(3_600_000)
    deliver(ann)
    await clock.advance(1000)
    expect(notices).toEqual([])
  })

  test('ends with the access it was made with', async () => {
    const { subscribe, deliver, ann, clock, notices } = await open()
    await subscribe()
    ann.endAccess('password-changed')
    deliver(ann)
    await clock.advance(1000)
    expect(notices).toEqual([])
  })

  test('is lost or doubled when the world says so (F13, F15)', async () => {
    const { subscribe, deliver, ann, clock, notices, world } = await open()
    await subscribe()
    world.courier.behave({ drop: true })
    deliver(ann)
    await clock.advance(1000)
    expect(notices).toEqual([])
    world.courier.behave({ copies: 5 })
    deliver(ann)
    await clock.advance(1000)
    expect(notices).toHaveLength(5)
  })
})

describe('a slow endpoint', () => {
  const deliverEvery = async (rig: Awaited<ReturnType<typeof open>>, count: number) => {
    for (let number = 0; number < count; number++) {
      rig.deliver(rig.ann)
      await rig.clock.advance(1000)
    }
  }

  test('is told nothing for ten minutes once over 15 % of its answers are slow', async () => {
    const rig = await open()
    await rig.subscribe()
    await deliverEvery(rig, 5)
    rig.microsoft.setEndpointTime(3500)
    await deliverEvery(rig, 1)
    expect(rig.notices).toHaveLength(6)
    rig.microsoft.setEndpointTime(100)
    await deliverEvery(rig, 5)
    expect(rig.notices).toHaveLength(6)
    await rig.clock.advance(600_000)
    await deliverEvery(rig, 1)
    expect(rig.notices).toHaveLength(7)
    expect(rig.notices.at(-1)?.value).toHaveLength(1)
  })

  test('is told ten seconds later when it is over 10 %', async () => {
    const rig = await open()
    await rig.subscribe()
    await deliverEvery(rig, 7)
    rig.microsoft.setEndpointTime(3500)
    await deliverEvery(rig, 1)
    rig.microsoft.setEndpointTime(100)
    await deliverEvery(rig, 1)
    expect(rig.notices).toHaveLength(8)
    await rig.clock.advance(10_000)
    expect(rig.notices).toHaveLength(9)
  })
})

describe('lifecycle (F17)', () => {
  const told = ({ notices }: Awaited<ReturnType<typeof open>>) =>
    notices
      .filter(({ url }) => url === lifecycleHook)
      .flatMap(({ value }) => value.map(({ lifecycleEvent }) => lifecycleEvent))

  test('missed: only that', async () => {
    const rig = await open()
    const { id } = (await rig.subscribe()).body
    rig.microsoft.tell(rig.ann, 'missed')
    await rig.clock.advance(1000)
    expect(rig.notices).toMatchObject([
      {
        url: lifecycleHook,
        value: [{ subscriptionId: id, clientState: 'secret', lifecycleEvent: 'missed' }],
      },
    ])
    expect((await rig.graph.get(`subscriptions/${id}`)).status).toBe(200)
  })

  test('subscriptionRemoved: it is gone, and can be made anew', async () => {
    const rig = await open()
    const { id } = (await rig.subscribe()).body
    rig.microsoft.tell(rig.ann, 'subscriptionRemoved')
    await rig.clock.advance(1000)
    expect(told(rig)).toEqual(['subscriptionRemoved'])
    expect((await rig.graph.get(`subscriptions/${id}`)).status).toBe(404)
    expect((await rig.subscribe()).status).toBe(201)
  })

  test.each([
    ['reauthorized', 204],
    ['renewed', 200],
  ])('reauthorizationRequired: silence until it is %s', async (how, status) => {
    const rig = await open()
    const { id } = (await rig.subscribe()).body
    rig.microsoft.tell(rig.ann, 'reauthorizationRequired')
    rig.deliver(rig.ann)
    await rig.clock.advance(1000)
    expect(told(rig)).toEqual(['reauthorizationRequired'])
    expect(rig.notices).toHaveLength(1)
    const { expirationDateTime } = rig.wish()
    const obey = {
      reauthorized: () => rig.graph.post(`subscriptions/${id}/reauthorize`),
      renewed: () => rig.graph.patch(`subscriptions/${id}`, { expirationDateTime }),
    }[how]
    expect((await obey?.())?.status).toBe(status)
    rig.deliver(rig.ann)
    await rig.clock.advance(1000)
    expect(rig.notices.at(-1)).toMatchObject({ url: hook, value: [{ changeType: 'created' }] })
    expect(rig.notices).toHaveLength(2)
  })

  test('is renewed or reauthorized, not both within ten minutes', async () => {
    const { subscribe, graph, clock, wish } = await open()
    const { id } = (await subscribe()).body
    await graph.post(`subscriptions/${id}/reauthorize`)
    const renew = async () => {
      const { expirationDateTime } = wish()
      return (await graph.patch(`subscriptions/${id}`, { expirationDateTime })).status
    }
    expect(await renew()).toBe(400)
    await clock.advance(600_000)
    expect(await renew()).toBe(200)
    expect(await renew()).toBe(200)
  })

  test('without a lifecycle address nobody is told', async () => {
    const rig = await open()
    const { lifecycleNotificationUrl: _none, ...wish } = rig.wish()
    await rig.graph.post('subscriptions', wish)
    rig.microsoft.tell(rig.ann, 'missed')
    await rig.clock.advance(1000)
    expect(rig.notices).toEqual([])
  })
})
