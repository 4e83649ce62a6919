import { VirtualClock } from '@doorman/simulators/world/clock'
import { expect, onTestFinished, test } from 'vitest'
import { withCallTimeout } from './call-timeout.ts'
import { createKeepAliveFetch } from './keep-alive-fetch.ts'
import { limitedFetch } from './limited-fetch.ts'
import type { Transport } from './transport.ts'
import { MailError } from '../mail-error.ts'
import { serveOverHttp } from '../testing/serve-over-http.ts'

const clock = new VirtualClock(new Date('2025-05-13T09:00:00Z'))
const url = 'https://provider.test/path?q=1'

type Options = Partial<Parameters<typeof limitedFetch>[2]>

/** With the limit of 30 seconds that every call has. */
function limit(fetch: Transport['fetch']) {
  return (address: string, options: Options = {}) =>
    withCallTimeout(clock, (signal) => limitedFetch(fetch, address, { signal, ...options }))
}

function answering(answer: (request: Request) => Promise<Response>) {
  return limit((address, init) => answer(new Request(address, init)))
}

function failing(code: string) {
  const cause = Object.assign(new Error('Dear Ann, about your order'), { code })
  return answering(async () => {
    throw new TypeError('fetch failed', { cause })
  })
}

test('returns the body, the status and the headers of an answer', async () => {
  const fetch = answering(async (request) =>
    Response.json({ method: request.method, body: await request.text() }, { status: 403 }),
  )
  const response = await fetch(url, { method: 'POST', body: 'words' })
  expect(response.status).toBe(403)
  expect(response.isOk).toBe(false)
  expect(JSON.parse(response.text)).toEqual({ method: 'POST', body: 'words' })
})

test('returns an answer without a body', async () => {
  const response = await answering(async () => new Response(null, { status: 204 }))(url)
  expect(response).toMatchObject({ status: 204, isOk: true, text: '' })
})

test.each([301, 302, 307, 308])('does not follow a redirect (%i)', async (status) => {
  const fetch = answering(
    async () => new Response(null, { status, headers: { location: 'https://evil.test/' } }),
  )
  await expect(fetch(url)).rejects.toMatchObject({ failure: 'unavailable', detail: 'redirected' })
})

test('sends nothing to the host that a server redirects to', async () => {
  const requests: string[] = []
  const other = await serveOverHttp(async (request) => {
    requests.push(request.url)
    return Response.json({})
  })
  const provider = await serveOverHttp(
    async () => new Response(null, { status: 307, headers: { location: `${other.url}/stolen` } }),
  )
  onTestFinished(async () => {
    await Promise.all([provider.close(), other.close()])
  })
  for (const fetch of [globalThis.fetch, createKeepAliveFetch()]) {
    const pending = limit(fetch)(provider.url, { headers: { authorization: 'Bearer a-token' } })
    await expect(pending).rejects.toMatchObject({ failure: 'unavailable', detail: 'redirected' })
  }
  expect(requests).toEqual([])
})

test('aborts a request without an answer after 30 seconds', async () => {
  const aborts: boolean[] = []
  const fetch = answering(({ signal }) => {
    signal.addEventListener('abort', () => aborts.push(true))
    return new Promise(() => {})
  })
  const pending = fetch(url, { method: 'POST' })
  await Promise.all([
    expect(pending).rejects.toMatchObject({
      failure: 'unavailable',
      detail: 'timeout',
      mayHaveHappened: true,
    }),
    clock.advance(30_000),
  ])
  expect(aborts).toEqual([true])
})

test('aborts a request whose answer comes byte by byte after 30 seconds', async () => {
  let sent = 0
  const drip = new ReadableStream({
    pull: async (controller) => {
      await clock.sleep(1_000)
      sent++
      controller.enqueue(new Uint8Array(1))
    },
  })
  const pending = answering(async () => new Response(drip))(url)
  const passTime = async () => {
    for (let second = 0; second < 30; second++) await clock.advance(1_000)
  }
  await Promise.all([expect(pending).rejects.toMatchObject({ detail: 'timeout' }), passTime()])
  expect(sent).toBeGreaterThan(10)
})

test('fails as unavailable when the caller aborts', async () => {
  const controller = new AbortController()
  const fetch = answering(
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      }),
  )
  const pending = fetch(url, { signal: controller.signal })
  controller.abort(new Error('stopped'))
  await expect(pending).rejects.toMatchObject({ failure: 'unavailable', detail: 'network' })
})

test('makes no request when the signal is already aborted', async () => {
  let calls = 0
  const fetch = answering(async () => {
    calls++
    return new Response()
  })
  const timeout = new MailError('unavailable', 'timeout')
  const signal = AbortSignal.abort(timeout)
  await expect(fetch(url, { method: 'POST', signal })).rejects.toBe(timeout)
  expect(calls).toBe(0)
})

test('stops reading an endless answer after 25 MB', async () => {
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
  })
  await expect(answering(async () => new Response(endless))(url)).rejects.toMatchObject({
    failure: 'too-large',
    detail: 'response',
  })
})

test('stops reading at a smaller limit of the caller', async () => {
  const answer = async () => new Response(new Uint8Array(101))
  expect((await answering(answer)(url, { maxBytes: 101 })).text).toHaveLength(101)
  await expect(answering(answer)(url, { maxBytes: 100 })).rejects.toMatchObject({
    failure: 'too-large',
  })
})

test.each([
  ['ECONNREFUSED', 'POST', false],
  ['ENOTFOUND', 'POST', false],
  ['ECONNRESET', 'POST', true],
  ['UND_ERR_SOCKET', 'DELETE', true],
  ['ECONNRESET', 'GET', false],
] as const)('after %s a %s may have happened: %s', async (code, method, mayHaveHappened) => {
  await expect(failing(code)(url, { method })).rejects.toMatchObject({
    failure: 'unavailable',
    detail: code,
    mayHaveHappened,
  })
})

test('an error contains a code and no other text', async () => {
  const error: unknown = await failing('Dear Ann')(url).catch((thrown: unknown) => thrown)
  expect(String(error)).toBe('MailError: unavailable: network')
})

test('a batch of reads changes nothing, although it is a POST', async () => {
  const pending = failing('ECONNRESET')(url, { method: 'POST', isWrite: false })
  await expect(pending).rejects.toMatchObject({ mayHaveHappened: false })
})

test('removes a byte order mark from the text', async () => {
  const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d])
  expect((await answering(async () => new Response(bytes))(url)).text).toBe('{}')
})
