import { expect, test } from 'vitest'
import { fakeMessage } from '../testing/fake-message.ts'
import { createFakeModel, type Behaviour, type FakeModel } from '../testing/fake-language-model.ts'
import { createLanguageModel, type LanguageModelSettings } from './language-model.ts'
import { toPrompt } from './prompt.ts'
import { approveEndpoint, type ApprovedEndpoint, type ModelVendor } from './retention.ts'

const vendors = ['openai', 'anthropic', 'openai-compatible'] as const

const message = fakeMessage('We sell pallets. Could we talk on Thursday?')

function endpointOf(vendor: ModelVendor): ApprovedEndpoint {
  const candidate = { vendor, baseUrl: 'http://127.0.0.1:9/v1', evidence: null }
  const approval = approveEndpoint(candidate, new Date('2026-05-01'))
  if (approval.kind === 'refused') throw new Error(approval.reason)
  return approval.endpoint
}

function connect(
  { fetch }: FakeModel,
  vendor: ModelVendor,
  settings: Partial<LanguageModelSettings> = {},
) {
  return createLanguageModel({
    endpoint: endpointOf(vendor),
    model: 'judge-1',
    apiKey: 'key',
    fetch,
    wait: async () => {},
    ...settings,
  })
}

test.each(vendors)('%s: a valid answer is returned with the tokens it used', async (vendor) => {
  const fake = createFakeModel(['answers'])
  expect(await connect(fake, vendor).ask(message)).toEqual({
    kind: 'answer',
    answer: { reason: 'offers-a-service', cold: true, confidence: 0.95, category: 'sales' },
    tokens: { input: 1_200, output: 40 },
  })
  expect(fake.requests).toHaveLength(1)
})

test.each(vendors)('%s receives one message, a closed schema and no tools', async (vendor) => {
  const fake = createFakeModel(['answers'])
  await connect(fake, vendor).ask(message)
  const [request] = fake.requests
  const sent = JSON.stringify(request?.body)
  expect(request?.body).toMatchObject({ model: 'judge-1', max_tokens: 200, temperature: 0 })
  expect(request?.body).not.toHaveProperty('tools')
  expect(sent).toContain('"additionalProperties":false')
  expect(sent).toContain(JSON.stringify(toPrompt(message).user).slice(1, -1))
  expect(sent.match(/<mail-/g)).toHaveLength(1)
})

test('OpenAI is told to store nothing', async () => {
  const fake = createFakeModel(['answers'])
  await connect(fake, 'openai').ask(message)
  expect(fake.requests[0]?.body).toMatchObject({ store: false })
})

const bad: [Behaviour, string][] = [
  ['invalid-json', 'bad-answer'],
  ['prose', 'bad-answer'],
  ['unknown-label', 'bad-answer'],
  ['refusal', 'refused'],
  ['empty', 'bad-answer'],
  ['ten-thousand-tokens', 'bad-answer'],
  ['rate-limit', 'rate-limited'],
  ['server-error', 'unavailable'],
  ['wrong-model', 'bad-answer'],
  ['foreign-id', 'bad-answer'],
]
const everywhere = vendors.flatMap((vendor) => bad.map((row) => [vendor, ...row] as const))

test.each(everywhere)('%s: %s fails as %s after one retry', async (...row) => {
  const [vendor, behaviour, failure] = row
  const fake = createFakeModel([behaviour])
  expect(await connect(fake, vendor).ask(message)).toMatchObject({ kind: 'failed', failure })
  expect(fake.requests).toHaveLength(2)
})

test.each(everywhere)('%s: the retry succeeds after one %s', async (vendor, behaviour) => {
  const fake = createFakeModel([behaviour, 'answers'])
  expect((await connect(fake, vendor).ask(message)).kind).toBe('answer')
})

test.each(vendors)('%s: an endpoint that never answers ends in a timeout', async (vendor) => {
  const fake = createFakeModel(['silence'])
  const outcome = await connect(fake, vendor, { askTimeoutMs: 20 }).ask(message)
  expect(outcome).toMatchObject({ kind: 'failed', failure: 'timeout' })
  expect(fake.requests).toHaveLength(1)
})

test('the timeout covers the retry', async () => {
  const fake = createFakeModel(['server-error', 'silence'])
  const outcome = await connect(fake, 'anthropic', { askTimeoutMs: 20 }).ask(message)
  expect(outcome).toMatchObject({ kind: 'failed', failure: 'timeout' })
})

test('the timeout covers the wait before the retry', async () => {
  const fake = createFakeModel(['server-error', 'answers'])
  const model = createLanguageModel({
    endpoint: endpointOf('openai'),
    model: 'judge-1',
    apiKey: 'key',
    fetch: fake.fetch,
    askTimeoutMs: 20,
  })
  expect(await model.ask(message)).toMatchObject({ kind: 'failed', failure: 'timeout' })
  expect(fake.requests).toHaveLength(1)
})

test('a Retry-After of a minute is not waited for', async () => {
  const fetch = async () => Response.json({}, { status: 429, headers: { 'retry-after': '60' } })
  const waits: number[] = []
  const wait = async (ms: number) => void waits.push(ms)
  const model = connect({ fetch, requests: [] }, 'openai-compatible', { wait })
  expect(await model.ask(message)).toMatchObject({ failure: 'rate-limited' })
  expect(waits).toEqual([])
})

test('an account without credit is not asked twice', async () => {
  const fake = createFakeModel(['no-money'])
  expect(await connect(fake, 'openai').ask(message)).toMatchObject({ failure: 'out-of-credit' })
  expect(fake.requests).toHaveLength(1)
})

test.each([400, 401, 404])('status %i is not retried', async (status) => {
  let calls = 0
  const fetch = async () => {
    calls += 1
    return Response.json({}, { status })
  }
  const outcome = await connect({ fetch, requests: [] }, 'anthropic').ask(message)
  expect(outcome).toEqual({
    kind: 'failed',
    failure: 'unavailable',
    tokens: { input: 0, output: 0 },
  })
  expect(calls).toBe(1)
})

test('an endpoint that refuses connections is unavailable', async () => {
  const fetch = async () => {
    throw new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })
  }
  const outcome = await connect({ fetch, requests: [] }, 'openai').ask(message)
  expect(outcome).toMatchObject({ kind: 'failed', failure: 'unavailable' })
})

test('a redirect is not followed', async () => {
  const fake = createFakeModel(['redirect'])
  expect(await connect(fake, 'openai').ask(message)).toMatchObject({ failure: 'unavailable' })
})

test('an answer that does not end is cut off', async () => {
  let sentBytes = 0
  const fetch = async () => {
    const chunk = new Uint8Array(8_192).fill(32)
    const body = new ReadableStream({
      pull(controller) {
        sentBytes += chunk.byteLength
        controller.enqueue(chunk)
      },
    })
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  }
  const outcome = await connect({ fetch, requests: [] }, 'openai').ask(message)
  expect(outcome).toMatchObject({ kind: 'failed', failure: 'bad-answer' })
  expect(sentBytes).toBeLessThan(200_000)
})

test.each([
  ['judge-1-20260501', 'answer'],
  ['judge-1', 'answer'],
  ['judge-1-mini', 'failed'],
  ['judge-10b', 'failed'],
  ['judge', 'failed'],
])('asked for judge-1, an answer by %s is an outcome of kind %s', async (name, kind) => {
  const fake = createFakeModel(['answers'])
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const reply = (await (await fake.fetch(input, init)).json()) as object
    return Response.json({ ...reply, model: name })
  }
  expect((await connect({ ...fake, fetch }, 'openai').ask(message)).kind).toBe(kind)
})

test('the tokens of both calls are counted and stay within the estimate', async () => {
  const model = connect(createFakeModel(['prose']), 'openai')
  const { tokens } = await model.ask(message)
  expect(tokens).toEqual({ input: 2_400, output: 80 })
  const max = model.maxTokens(message)
  expect(tokens.input).toBeLessThanOrEqual(max.input)
  expect(tokens.output).toBeLessThanOrEqual(max.output)
})

test('a call that times out is counted as if it had been charged', async () => {
  const model = connect(createFakeModel(['silence']), 'openai', { askTimeoutMs: 20 })
  const { tokens } = await model.ask(message)
  expect(tokens.input).toBeGreaterThan(900)
  expect(tokens.output).toBe(200)
})
