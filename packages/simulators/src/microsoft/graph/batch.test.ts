import { expect, test } from 'vitest'
import { immutable, openTestApp, toCaller, type Caller } from '../../testing/microsoft-app.ts'

type PartResponse = {
  id: string
  status: number
  headers: Record<string, string>
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests check the shape of a reply
  body: any
}

const open = async () => {
  const testApp = openTestApp()
  return { ...testApp, graph: await testApp.connect(testApp.ann) }
}
const run = async (graph: Caller, requests: object[]) => {
  const reply = await graph.post('$batch', { requests })
  const responses: PartResponse[] = reply.body.responses ?? []
  return { ...reply, responses, part: (id: string) => responses.find((one) => one.id === id) }
}

test('each part succeeds or fails on its own', async () => {
  const { graph, ann, deliver } = await open()
  deliver(ann)
  const { id } = (await graph.get('me/messages', immutable)).body.value[0]
  const { status, part, responses } = await run(graph, [
    { id: '1', method: 'GET', url: '/me' },
    { id: '2', method: 'GET', url: '/me/messages/no-such-message' },
    {
      id: '3',
      method: 'PATCH',
      url: `me/messages/${id}`,
      headers: { 'Content-Type': 'application/json', Prefer: 'IdType="ImmutableId"' },
      body: { isRead: true },
    },
    { id: '4', method: 'GET', url: '/me/calendar' },
    { id: '5', method: 'GET', url: `/me/messages/${id}/$value` },
  ])
  expect(status).toBe(200)
  expect(responses).toHaveLength(5)
  expect(part('1')).toMatchObject({ status: 200, body: { mail: 'ann@acme.test' } })
  expect(part('2')).toMatchObject({ status: 400 })
  expect(part('3')).toMatchObject({ status: 200, body: { id, isRead: true } })
  expect(part('4')).toMatchObject({ status: 501 })
  expect(Buffer.from(part('5')?.body, 'base64').toString()).toContain('Subject: Message 1')
})

test('a part that is cut off arrives as text, and the others as usual', async () => {
  const { graph, world } = await open()
  const match = ({ url }: Request) => url.endsWith('archive')
  world.faults.push({ provider: 'microsoft', match, effect: 'truncated' })
  const { part } = await run(graph, [
    { id: 'a', method: 'GET', url: '/me/mailFolders/inbox' },
    { id: 'b', method: 'GET', url: '/me/mailFolders/archive' },
  ])
  expect(part('a')).toMatchObject({ status: 200, body: { displayName: 'Inbox' } })
  expect(Buffer.from(part('b')?.body, 'base64').toString()).toMatch(/^\{/)
})

test('one part can be throttled, with its own Retry-After', async () => {
  const { graph, world } = await open()
  world.faults.push({
    provider: 'microsoft',
    match: ({ url }) => url.endsWith('archive'),
    effect: 'rate-limit',
  })
  const { part } = await run(graph, [
    { id: 'a', method: 'GET', url: '/me/mailFolders/inbox' },
    { id: 'b', method: 'GET', url: '/me/mailFolders/archive' },
  ])
  expect(part('a')?.status).toBe(200)
  expect(part('b')).toMatchObject({ status: 429, headers: { 'retry-after': '10' } })
})

test('a part that depends on a failed one is not executed', async () => {
  const { graph, ann } = await open()
  const json = { 'Content-Type': 'application/json' }
  const { part } = await run(graph, [
    { id: '1', method: 'GET', url: '/me/messages/no-such-message' },
    {
      id: '2',
      method: 'POST',
      url: '/me/mailFolders',
      headers: json,
      body: { displayName: 'X' },
      dependsOn: ['1'],
    },
  ])
  expect(part('2')?.status).toBe(424)
  expect(ann.userFolders).toEqual([])
})

test('parts use the authorization of the batch, not their own', async () => {
  const { graph, connect, bob } = await open()
  const { token } = await connect(bob)
  const { part } = await run(graph, [
    { id: '1', method: 'GET', url: '/me', headers: { Authorization: `Bearer ${token}` } },
  ])
  expect(part('1')?.body.mail).toBe('ann@acme.test')
})

test('a response without a body has none in the batch either', async () => {
  const { graph, ann, deliver } = await open()
  deliver(ann)
  const { id } = (await graph.get('me/messages')).body.value[0]
  const { part } = await run(graph, [{ id: '1', method: 'DELETE', url: `/me/messages/${id}` }])
  expect(part('1')).toMatchObject({ status: 204 })
  expect(part('1')).not.toHaveProperty('body')
})

test.each([
  [
    'more than twenty parts',
    Array.from({ length: 21 }, (_, id) => ({ id: `${id}`, method: 'GET', url: '/me' })),
  ],
  ['no parts', []],
  [
    'ids that are the same but for case',
    [
      { id: 'a', method: 'GET', url: '/me' },
      { id: 'A', method: 'GET', url: '/me' },
    ],
  ],
  ['a nested batch', [{ id: '1', method: 'POST', url: '/$batch' }]],
  ['another host', [{ id: '1', method: 'GET', url: 'https://evil.test/me' }]],
  ['a body without a content type', [{ id: '1', method: 'POST', url: '/me/sendMail', body: {} }]],
  ['an unknown field', [{ id: '1', method: 'GET', url: '/me', priority: 1 }]],
])('the whole batch is rejected with %s', async (_case, requests) => {
  const { graph } = await open()
  expect((await run(graph, requests)).status).toBe(400)
})

test('a batch without a valid token gets 401', async () => {
  const { handle } = await open()
  const reply = await run(toCaller(handle, 'x'), [{ id: '1', method: 'GET', url: '/me' }])
  expect(reply.status).toBe(401)
})
