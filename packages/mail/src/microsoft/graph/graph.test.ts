import { VirtualClock } from '@doorman/simulators/world/clock'
import { expect, test } from 'vitest'
import { TokenRefused, type TokenSource } from '../../http/token-source.ts'
import { GraphError } from './graph-error.ts'
import { createGraph } from './graph.ts'

const graphUrl = 'https://graph.test/some/prefix'
const base = `${graphUrl}/v1.0/`

type Answer = Response | Error | ((request: Request) => Response | Promise<Response>)

/** Graph with the given answers in order; the last one repeats. Sleeps end at once. */
function setUp(...answers: Answer[]) {
  const clock = new VirtualClock(new Date('2026-03-01T09:00:00Z'))
  const requests: Request[] = []
  const tokens: TokenSource = {
    async use(call) {
      try {
        return await call('stale')
      } catch (error) {
        if (!(error instanceof TokenRefused)) throw error
        return call('fresh')
      }
    },
  }
  const connect = createGraph({
    graphUrl,
    clock: {
      now: () => clock.now(),
      sleep: async (ms, signal) => {
        if (ms < 30_000) return clock.advance(ms)
        return clock.sleep(ms, signal)
      },
      after: (ms, run) => clock.after(ms, run),
    },
    random: () => 0,
    tokens,
    fetch: async (url, init) => {
      const request = new Request(url, init)
      const answer = answers[Math.min(requests.length, answers.length - 1)]
      requests.push(request)
      if (answer instanceof Error) throw answer
      return typeof answer === 'function' ? answer(request) : (answer?.clone() ?? json({}))
    },
  })
  return { graph: connect(new AbortController().signal), clock, requests }
}

function json(body: object, status = 200, headers: HeadersInit = {}): Response {
  return Response.json(body, { status, headers })
}

function refusal(status: number, code: string, headers: HeadersInit = {}): Response {
  return json({ error: { code, message: 'Dear Ann, about your order' } }, status, headers)
}

const brokenConnection = new TypeError('fetch failed', {
  cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
})
const html = new Response('<h1>Bad gateway</h1>', { headers: { 'content-type': 'text/html' } })

test('every request asks for immutable ids', async () => {
  const { graph, requests } = setUp(
    json({ value: [{}], '@odata.nextLink': `${base}next` }),
    json({ value: [] }),
    (request) => (request.url.endsWith('send') ? new Response(null, { status: 202 }) : json({})),
  )
  await graph.list('list', 10)
  await graph.get('one', { prefer: 'odata.maxpagesize=5' })
  await graph.post('new', {})
  await graph.patch('one', {})
  await graph.delete('one')
  await graph.postOnce('send')
  const preferences = requests.map(({ headers }) => headers.get('prefer'))
  expect(preferences).toHaveLength(7)
  for (const preference of preferences) expect(preference).toContain('IdType="ImmutableId"')
  expect(preferences[2]).toContain('odata.maxpagesize=5')
})

test('a refused token is replaced once', async () => {
  const { graph, requests } = setUp(refusal(401, 'InvalidAuthenticationToken'), json({ id: '1' }))
  expect(await graph.get('me')).toEqual({ id: '1' })
  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer stale',
    'Bearer fresh',
  ])
})

test.each([
  'https://evil.test/v1.0/me',
  'https://graph.test.evil.test/some/prefix/v1.0/me',
  'https://graph.test/some/prefix/v1.0@evil.test/me',
  'https://graph.test/some/prefix/beta/me',
  'https://graph.test/some/prefix/v1.0/../../../admin',
  'http://graph.test/some/prefix/v1.0/me',
  '//evil.test/some/prefix/v1.0/me',
  'not a url',
])('does not follow a link to %s', async (link) => {
  const { graph, requests } = setUp(json({ value: [], '@odata.nextLink': link }))
  await expect(graph.list('list', 10)).rejects.toMatchObject({
    failure: 'unavailable',
    detail: 'foreign-link',
  })
  expect(requests).toHaveLength(1)
})

test('reads a list page by page, up to the limit', async () => {
  const pages = [
    json({ value: [{ id: '1' }, { id: '2' }], '@odata.nextLink': `${base}list?page=2` }),
    json({ value: [], '@odata.nextLink': `${base}list?page=3` }),
    json({ value: [{ id: '3' }, { id: '4' }] }),
  ]
  const all = await setUp(...pages).graph.list('list', 4)
  expect(all).toEqual({ items: ['1', '2', '3', '4'].map((id) => ({ id })), hasMore: false })
  const some = await setUp(...pages).graph.list('list', 3)
  expect(some).toMatchObject({ hasMore: true, items: { length: 3 } })
  const { graph, requests } = setUp(...pages)
  expect(await graph.list('list', 1)).toEqual({ items: [{ id: '1' }], hasMore: true })
  expect(requests.map(({ url }) => url)).toEqual([`${base}list`])
})

test('retries after the time that Graph asks for', async () => {
  const { graph, clock, requests } = setUp(
    refusal(429, 'ApplicationThrottled', { 'retry-after': '7' }),
    json({}),
  )
  const startMs = clock.now().getTime()
  await graph.get('me')
  expect(requests).toHaveLength(2)
  expect(clock.now().getTime() - startMs).toBeGreaterThanOrEqual(7_000)
})

test('fails with retryAfterMs if Graph asks for minutes', async () => {
  const { graph, requests } = setUp(refusal(429, 'ApplicationThrottled', { 'retry-after': '600' }))
  await expect(graph.get('me')).rejects.toMatchObject({
    failure: 'rate-limited',
    retryAfterMs: 600_000,
  })
  expect(requests).toHaveLength(1)
})

test.each([
  ['an HTML page of a proxy', html],
  ['a truncated answer', new Response('{"id":"1"')],
  ['a list instead of an object', json([])],
  ['an error with status 200', refusal(200, 'ErrorItemNotFound')],
  ['a 404 of a proxy', new Response('<h1>Not found</h1>', { status: 404 })],
  ['a redirect', new Response(null, { status: 302, headers: { location: 'https://evil.test' } })],
  ['a broken connection', brokenConnection],
])('retries after %s', async (_case, answer) => {
  const { graph, requests } = setUp(answer)
  await expect(graph.get('me')).rejects.toMatchObject({ failure: 'unavailable' })
  expect(requests.length).toBeGreaterThan(1)
  const recovered = setUp(answer, json({ id: '1' }))
  expect(await recovered.graph.get('me')).toEqual({ id: '1' })
})

test('an error keeps none of Graph’s text', async () => {
  const { graph } = setUp(refusal(400, 'ErrorInvalidRecipients'))
  const error = await graph.get('me').catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(GraphError)
  expect(error).toMatchObject({ failure: 'refused', detail: '400 ErrorInvalidRecipients' })
  expect(JSON.stringify(error) + String(error)).not.toContain('Ann')
})

test('ignores a code that is a sentence', async () => {
  const { graph } = setUp(json({ error: { code: 'Dear Ann, about' } }, 400))
  await expect(graph.get('me')).rejects.toMatchObject({ detail: '400' })
})

test.each([
  ['a 500', refusal(500, 'ErrorInternalServerError')],
  ['a broken connection', brokenConnection],
  ['an HTML page of a proxy', html],
])('after %s a write without readBack is not repeated', async (_case, answer) => {
  const { graph, requests } = setUp(answer, json({}))
  await expect(graph.post('new', {})).rejects.toMatchObject({ mayHaveHappened: true })
  expect(requests).toHaveLength(1)
})

test('repeats a write in doubt only if readBack finds no effect', async () => {
  const unknown = refusal(500, 'ErrorInternalServerError')
  const found = setUp(unknown)
  expect(await found.graph.post('new', {}, async () => ({ id: 'found' }))).toEqual({ id: 'found' })
  expect(found.requests).toHaveLength(1)
  const missing = setUp(unknown, json({ id: 'second' }))
  expect(await missing.graph.post('new', {}, async () => null)).toEqual({ id: 'second' })
})

test('repeats a patch in doubt', async () => {
  const { graph, requests } = setUp(
    brokenConnection,
    refusal(503, 'ErrorServerBusy'),
    json({ id: '1' }),
  )
  expect(await graph.patch('one', { isRead: true })).toEqual({ id: '1' })
  expect(requests).toHaveLength(3)
})

test('a deletion in doubt succeeds if the retry finds the object gone', async () => {
  const gone = refusal(404, 'ErrorItemNotFound')
  await setUp(brokenConnection, gone).graph.delete('one')
  await expect(setUp(gone).graph.delete('one')).rejects.toMatchObject({ failure: 'gone' })
  await expect(
    setUp(refusal(429, 'TooManyRequests'), gone).graph.delete('one'),
  ).rejects.toMatchObject({ failure: 'gone' })
})

test.each([
  ['a 500', refusal(500, 'ErrorInternalServerError'), true],
  ['a 503', refusal(503, 'ErrorServerBusy'), true],
  ['a broken connection', brokenConnection, true],
  ['an HTML page of a proxy', html, true],
  ['a 200 instead of a 202', json({}), true],
  ['too many requests', refusal(429, 'ApplicationThrottled'), false],
  ['a refusal', refusal(400, 'ErrorInvalidRecipients'), false],
])('after %s postOnce does not repeat', async (_case, answer, mayHaveHappened) => {
  const { graph, requests } = setUp(answer, new Response(null, { status: 202 }))
  await expect(graph.postOnce('send')).rejects.toMatchObject({ mayHaveHappened })
  expect(requests).toHaveLength(1)
})

test('makes at most four calls at once', async () => {
  let running = 0
  let maxRunning = 0
  const { graph } = setUp(async () => {
    maxRunning = Math.max(maxRunning, ++running)
    await new Promise(setImmediate)
    running--
    return json({})
  })
  await Promise.all(Array.from({ length: 20 }, () => graph.get('me')))
  expect(maxRunning).toBe(4)
})

test('a batch counts as many calls as it has parts, so nothing else runs at the same time', async () => {
  let running = 0
  let maxRunning = 0
  const { graph } = setUp(async (request) => {
    maxRunning = Math.max(maxRunning, ++running)
    await new Promise(setImmediate)
    running--
    if (!request.url.endsWith('$batch')) return json({})
    const ids = ['0', '1', '2', '3', '4']
    return json({ responses: ids.map((id) => ({ id, status: 200, body: {} })) })
  })
  const paths = ['a', 'b', 'c', 'd', 'e']
  await Promise.all([graph.getMany(paths), graph.get('me'), graph.getMany(paths)])
  expect(maxRunning).toBe(1)
})

test('a part of a batch whose token is refused is asked again with a fresh one', async () => {
  const part = (id: string, status: number, body: object) => ({ id, status, body })
  const refused = { error: { code: 'InvalidAuthenticationToken' } }
  const { graph, requests } = setUp(
    json({ responses: [part('0', 200, { id: 'a' }), part('1', 401, refused)] }),
    json({ responses: [part('1', 200, { id: 'b' }), part('0', 200, { id: 'a' })] }),
  )
  expect(await graph.getMany(['a', 'b'])).toEqual([{ id: 'a' }, { id: 'b' }])
  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer stale',
    'Bearer fresh',
  ])
})

test('each call of writeEachOnce is made once, and has its own answer or error', async () => {
  const gone = { error: { code: 'ErrorItemNotFound' } }
  const { graph, requests } = setUp(
    json({
      responses: [
        { id: '0', status: 204 },
        { id: '1', status: 404, body: gone },
        { id: '2', status: 503, body: { error: { code: 'ErrorServerBusy' } } },
      ],
    }),
  )
  const body = { isRead: true }
  const parts = ['a', 'b', 'c', 'd'].map((path) => ({ method: 'PATCH', path, body }) as const)
  const [first, second, third, missing] = await graph.writeEachOnce(parts)
  expect(first).toEqual({})
  expect(second).toMatchObject({ failure: 'gone', mayHaveHappened: false })
  expect(third).toMatchObject({ failure: 'rate-limited', mayHaveHappened: true })
  expect(missing).toMatchObject({ failure: 'unavailable', mayHaveHappened: true })
  expect(requests).toHaveLength(1)
  const sent = (await requests[0]?.json()) as { requests: object[] }
  expect(sent.requests[0]).toEqual({
    id: '0',
    method: 'PATCH',
    url: '/a',
    headers: { prefer: 'IdType="ImmutableId"', 'content-type': 'application/json' },
    body,
  })
})
