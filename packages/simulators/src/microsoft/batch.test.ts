import { expect, test } from 'vitest'
import { immutable, openTestApp, toCaller, type Caller } from './test-app.ts'

type PartAnswer = {
  id: string
  status: number
  headers: Record<string, string>
  // oxlint-disable-next-line typescript/no-explicit-any -- a reply's shape is what the tests are about
  body: any
}

const open = async () => {
  const rig = openTestApp()
  return { ...rig, graph: await rig.connect(rig.ann) }
}
const run = async (graph: Caller, requests: object[]) => {
  const reply = await graph.post('$batch', { requests })
  const responses: PartAnswer[] = reply.body.responses ?? []
  return { ...reply, responses, part: (id: string) => responses.find((one) => one.id === id) }
}

test('each part succeeds or fails alone', async () => {
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
  expect(Buffer.from(part('5')?.body, 'base64').toString()).toContain('Subject: Mail 1')
})

test('one part may be throttled, with its own time to wait', async () => {
  const { graph, world } = await open()
  world.faults.push({
    provider: 'microsoft',
    match: ({ url }) => url.endsWith('archive'),
    make: 'rate-limit',
  })
  const { part } = await run(graph, [
    { id: 'a', method: 'GET', url: '/me/mailFolders/inbox' },
    { id: 'b', method: 'GET', url: '/me/mailFolders/archive' },
  ])
  expect(part('a')?.status).toBe(200)
  expect(part('b')).toMatchObject({ status: 429, headers: { 'retry-after': '10' } })
})

test('a part that depends on a failed one is not tried', async () => {
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
  expect(ann.userPlaces).toEqual([])
})

test('parts see the mailbox of the batch’s own caller, whatever they claim', async () => {
  const { graph, connect, bob } = await open()
  const { token } = await connect(bob)
  const { part } = await run(graph, [
    { id: '1', method: 'GET', url: '/me', headers: { Authorization: `Bearer ${token}` } },
  ])
  expect(part('1')?.body.mail).toBe('ann@acme.test')
})

test('an answer without a body has none in the batch either', async () => {
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
  ['a batch within', [{ id: '1', method: 'POST', url: '/$batch' }]],
  ['another host', [{ id: '1', method: 'GET', url: 'https://evil.test/me' }]],
  ['a body of no type', [{ id: '1', method: 'POST', url: '/me/sendMail', body: {} }]],
  ['an unknown field', [{ id: '1', method: 'GET', url: '/me', priority: 1 }]],
])('is refused whole with %s', async (_case, requests) => {
  const { graph } = await open()
  expect((await run(graph, requests)).status).toBe(400)
})

test('without a good token there is no batch', async () => {
  const { handle } = await open()
  const reply = await run(toCaller(handle, 'x'), [{ id: '1', method: 'GET', url: '/me' }])
  expect(reply.status).toBe(401)
})
