import { expect, test } from 'vitest'
import { composeTestMessage, makeGoogle } from '../../testing/google-client.ts'

async function setUp() {
  const google = makeGoogle()
  const { world } = google
  const ann = world.addMailbox({ provider: 'google', address: 'ann@example.com', name: 'Ann' })
  const { tokens } = await google.connect('ann@example.com')
  const deliver = () => world.deliver(composeTestMessage(), 'ann@example.com')

  async function send(
    parts: readonly string[],
    { type = 'multipart/mixed; boundary=b', token = tokens.access_token ?? '' } = {},
  ) {
    const body = [...parts.map((part) => `--b\r\n${part}\r\n`), '--b--'].join('')
    const response = await google.handle(
      new Request('http://google.test/batch/gmail/v1', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        body,
      }),
    )
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { google, world, ann, deliver, send }
}

function toPart(id: string, ...lines: string[]): string {
  const head = ['Content-Type: application/http', `Content-ID: <${id}>`]
  return [...head, '', ...lines, ''].join('\r\n')
}

const getPart = (id: string, message: string) =>
  toPart(id, `GET /gmail/v1/users/me/messages/${message}?format=minimal`, '')

test('each part succeeds or fails on its own, and names the call that it answers', async () => {
  const { world, ann, deliver, send } = await setUp()
  const { id } = deliver()
  const change = '{"removeLabelIds":["INBOX"]}'
  const { status, headers, text } = await send([
    getPart('one', id),
    getPart('two', 'no-such-message'),
    toPart(
      'three',
      `POST /gmail/v1/users/me/messages/${id}/modify HTTP/1.1`,
      'Content-Type: application/json',
      '',
      change,
    ),
  ])
  expect(status).toBe(200)
  const boundary = /^multipart\/mixed; boundary=(\S+)$/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = text.split(`--${boundary}`)
  const find = (name: string) =>
    parts.find((part) => part.includes(`Content-ID: <response-${name}>`))
  expect(find('one')).toMatch(/\r\n\r\nHTTP\/1\.1 200\r\n[^]*\r\n\r\n\{"id":/)
  expect(find('two')).toMatch(/HTTP\/1\.1 404\r\n[^]*"notFound"/)
  expect(find('three')).toContain('HTTP/1.1 200')
  expect(ann.load(id).folders.has('inbox')).toBe(false)
  // Two reads and one change of labels: each costs as many units as outside a batch.
  expect(world.record.unitsSpent('ann@example.com')).toBe(20 + 20 + 10)
  expect(world.record.requests.filter(({ url }) => url.startsWith('/batch'))).toHaveLength(1)
})

test('a fault can hit one part', async () => {
  const { world, deliver, send } = await setUp()
  const [first, second] = [deliver(), deliver()]
  world.faults.push({
    provider: 'google',
    match: ({ url }) => url.includes(second.id),
    effect: 'rate-limit',
  })
  const { text } = await send([getPart('1', first.id), getPart('2', second.id)])
  expect(text.match(/HTTP\/1\.1 \d+/g)?.toSorted()).toEqual(['HTTP/1.1 200', 'HTTP/1.1 429'])
})

test('a token that is not valid is refused for the whole batch', async () => {
  const { deliver, send } = await setUp()
  expect((await send([getPart('1', deliver().id)], { token: 'other' })).status).toBe(401)
})

test.each([
  ['another type', [getPart('1', '1')], { type: 'application/json' }, 'multipart'],
  ['a part of another type', ['Content-Type: text/plain\r\n\r\nGET /'], {}, 'text/plain'],
  ['a part without a request', [toPart('1', 'Dear Ann')], {}, 'request line'],
  [
    'a body that is not JSON',
    [toPart('1', 'POST /gmail/v1/users/me/labels', 'Content-Type: text/plain', '', 'x')],
    {},
    'text/plain',
  ],
  ['101 parts', Array.from({ length: 101 }, (_, id) => getPart(String(id), '1')), {}, '100'],
])('%s is rejected', async (_case, parts, options, reason) => {
  const { send } = await setUp()
  const { status, text } = await send(parts, options)
  expect(status).toBe(400)
  expect(text).toContain(reason)
})
