import { expect, test } from 'vitest'
import { fakeMail } from '../fake-mail.ts'
import { createFakeModel, type Behaviour, type FakeModel } from './fake-model.ts'
import { createLanguageModel, type LanguageModelSettings } from './language-model.ts'
import { toPrompt } from './prompt.ts'
import { approveEndpoint, type ApprovedEndpoint, type Provider } from './retention.ts'

const providers = ['openai', 'anthropic', 'openai-compatible'] as const

const mail = fakeMail('We sell pallets. Could we talk on Thursday?')

function endpointOf(provider: Provider): ApprovedEndpoint {
  const wanted = { provider, baseUrl: 'http://127.0.0.1:9/v1', evidence: null }
  const approval = approveEndpoint(wanted, new Date('2026-05-01'))
  if (approval.kind === 'refused') throw new Error(approval.reason)
  return approval.endpoint
}

function connect(
  { fetch }: FakeModel,
  provider: Provider,
  settings: Partial<LanguageModelSettings> = {},
) {
  return createLanguageModel({
    endpoint: endpointOf(provider),
    model: 'judge-1',
    apiKey: 'key',
    fetch,
    wait: async () => {},
    ...settings,
  })
}

test.each(providers)('%s: a right answer comes through with its tokens', async (provider) => {
  const fake = createFakeModel(['answers'])
  expect(await connect(fake, provider).ask(mail)).toEqual({
    kind: 'answer',
    answer: { reason: 'offers-a-service', cold: true, confidence: 0.95, category: 'sales' },
    tokens: { input: 1_200, output: 40 },
  })
  expect(fake.requests).toHaveLength(1)
})

test.each(providers)('S20: %s gets one mail, a closed schema and no tools', async (provider) => {
  const fake = createFakeModel(['answers'])
  await connect(fake, provider).ask(mail)
  const [request] = fake.requests
  const sent = JSON.stringify(request?.body)
  expect(request?.body).toMatchObject({ model: 'judge-1', max_tokens: 200, temperature: 0 })
  expect(request?.body).not.toHaveProperty('tools')
  expect(sent).toContain('"additionalProperties":false')
  expect(sent).toContain(JSON.stringify(toPrompt(mail).user).slice(1, -1))
  expect(sent.match(/<mail-/g)).toHaveLength(1)
})

test('R29: OpenAI is told to store nothing', async () => {
  const fake = createFakeModel(['answers'])
  await connect(fake, 'openai').ask(mail)
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
const everywhere = providers.flatMap((provider) => bad.map((row) => [provider, ...row] as const))

test.each(everywhere)('FAULTS 53: %s with %s fails as %s after one retry', async (...row) => {
  const [provider, behaviour, failure] = row
  const fake = createFakeModel([behaviour])
  expect(await connect(fake, provider).ask(mail)).toMatchObject({ kind: 'failed', failure })
  expect(fake.requests).toHaveLength(2)
})

test.each(everywhere)('FAULTS 53: %s recovers from one %s', async (provider, behaviour) => {
  const fake = createFakeModel([behaviour, 'answers'])
  expect((await connect(fake, provider).ask(mail)).kind).toBe('answer')
})

test.each(providers)('FAULTS 53: %s in silence is given up in time', async (provider) => {
  const fake = createFakeModel(['silence'])
  const outcome = await connect(fake, provider, { timeoutMs: 20 }).ask(mail)
  expect(outcome).toMatchObject({ kind: 'failed', failure: 'timeout' })
  expect(fake.requests).toHaveLength(1)
})

test('FAULTS 53: the time limit covers the retry', async () => {
  const fake = createFakeModel(['server-error', 'silence'])
  const outcome = await connect(fake, 'anthropic', { timeoutMs: 20 }).ask(mail)
  expect(outcome).toMatchObject({ kind: 'failed', failure: 'timeout' })
})

test('FAULTS 53: the time limit covers the pause before the retry', async () => {
  const fake = createFakeModel(['server-error', 'answers'])
  const model = createLanguageModel({
    endpoint: endpointOf('openai'),
    model: 'judge-1',
    apiKey: 'key',
    fetch: fake.fetch,
    timeoutMs: 20,
  })
  expect(await model.ask(mail)).toMatchObject({ kind: 'failed', failure: 'timeout' })
  expect(fake.requests).toHaveLength(1)
})

test('a long pause is not waited for', async () => {
  const fetch = async () => Response.json({}, { status: 429, headers: { 'retry-after': '60' } })
  const pauses: number[] = []
  const wait = async (ms: number) => void pauses.push(ms)
  const model = connect({ fetch, requests: [] }, 'openai-compatible', { wait })
  expect(await model.ask(mail)).toMatchObject({ failure: 'rate-limited' })
  expect(pauses).toEqual([])
})

test('an account without money is not asked twice', async () => {
  const fake = createFakeModel(['no-money'])
  expect(await connect(fake, 'openai').ask(mail)).toMatchObject({ failure: 'over-budget' })
  expect(fake.requests).toHaveLength(1)
})

test.each([400, 401, 404])('status %i is not worth a second try', async (status) => {
  let calls = 0
  const fetch = async () => {
    calls += 1
    return Response.json({}, { status })
  }
  const outcome = await connect({ fetch, requests: [] }, 'anthropic').ask(mail)
  expect(outcome).toEqual({
    kind: 'failed',
    failure: 'unavailable',
    tokens: { input: 0, output: 0 },
  })
  expect(calls).toBe(1)
})

test('FAULTS 54: an endpoint that is down is unavailable', async () => {
  const fetch = async () => {
    throw new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })
  }
  const outcome = await connect({ fetch, requests: [] }, 'openai').ask(mail)
  expect(outcome).toMatchObject({ kind: 'failed', failure: 'unavailable' })
})

test('FAULTS 55: a redirect is not followed, since only the endpoint was approved', async () => {
  const fake = createFakeModel(['redirect'])
  expect(await connect(fake, 'openai').ask(mail)).toMatchObject({ failure: 'unavailable' })
})

test.each([
  ['judge-1-20260501', 'answer'],
  ['judge-1', 'answer'],
  ['judge-1-mini', 'failed'],
  ['judge-10b', 'failed'],
  ['judge', 'failed'],
])('FAULTS 53: asked for judge-1, %s is an %s', async (name, kind) => {
  const fake = createFakeModel(['answers'])
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const reply = (await (await fake.fetch(input, init)).json()) as object
    return Response.json({ ...reply, model: name })
  }
  expect((await connect({ ...fake, fetch }, 'openai').ask(mail)).kind).toBe(kind)
})

test('R28: both tries are paid for, and never more than was foreseen', async () => {
  const model = connect(createFakeModel(['prose']), 'openai')
  const { tokens } = await model.ask(mail)
  expect(tokens).toEqual({ input: 2_400, output: 80 })
  const most = model.mostTokens(mail)
  expect(tokens.input).toBeLessThanOrEqual(most.input)
  expect(tokens.output).toBeLessThanOrEqual(most.output)
})

test('R28: a call that was cut off counts as if it had been charged', async () => {
  const model = connect(createFakeModel(['silence']), 'openai', { timeoutMs: 20 })
  const { tokens } = await model.ask(mail)
  expect(tokens.input).toBeGreaterThan(900)
  expect(tokens.output).toBe(200)
})
