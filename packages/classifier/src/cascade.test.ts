import { categories, decide, type Policy, type Verdict } from '@doorman/domain/decide'
import { expect, test } from 'vitest'
import { createCascade } from './cascade.ts'
import { fakeMail } from './fake-mail.ts'
import type { Answer } from './language-model/answer.ts'
import { createBudget, createMemoryCounter } from './language-model/budget.ts'
import { createFakeModel, type Behaviour } from './language-model/fake-model.ts'
import { injectionMails } from './language-model/injection-mails.ts'
import { createLanguageModel } from './language-model/language-model.ts'
import { approveEndpoint } from './language-model/retention.ts'

const unsure: Verdict = { category: 'sales', score: 0.6, signals: ['flatters'] }
const sureCold: Verdict = { ...unsure, score: 0.999 }
const sureLegit: Verdict = { ...unsure, score: 0.01 }
const filtering: Policy = { mode: 'filter', unwanted: new Set(categories), smartResponse: true }

const mail = fakeMail('We sell pallets. Could we talk on Thursday?')

function connect({
  verdict = unsure,
  behaviour = 'answers',
  answer,
  mayAsk = true,
  tokensPerDay = 1_000_000,
}: {
  verdict?: Verdict
  behaviour?: Behaviour
  answer?: Answer
  mayAsk?: boolean
  tokensPerDay?: number
}) {
  const fake = createFakeModel([behaviour], answer)
  const wanted = {
    provider: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:9/v1',
    evidence: null,
  } as const
  const approval = approveEndpoint(wanted, new Date('2026-05-01'))
  if (approval.kind === 'refused') throw new Error(approval.reason)
  const limit = { tokens: tokensPerDay, microUsd: 1_000_000 }
  const cascade = createCascade({
    local: { classify: async () => verdict },
    languageModel: createLanguageModel({
      endpoint: approval.endpoint,
      model: 'judge-1',
      apiKey: '',
      fetch: fake.fetch,
      timeoutMs: behaviour === 'silence' ? 20 : 20_000,
      wait: async () => {},
    }),
    budget: createBudget({
      counter: createMemoryCounter(),
      user: 'ann',
      limits: { user: limit, all: limit },
      price: { microUsdPerInputToken: 0.15, microUsdPerOutputToken: 0.6 },
      now: () => new Date('2026-05-01'),
    }),
    mayAsk: () => mayAsk,
  })
  return { cascade, requests: fake.requests }
}

test('an unsure mail gets a second opinion, which decides', async () => {
  const { cascade } = connect({})
  const verdict = await cascade.classify(mail)
  expect(decide(verdict, filtering)).toMatchObject({ outcome: 'filter' })
  expect(verdict.signals).toEqual(['offers-a-service', 'flatters'])
})

test.each([sureCold, sureLegit])(
  'a sure verdict ($score) is nobody else’s business',
  async (verdict) => {
    const { cascade, requests } = connect({ verdict })
    expect(await cascade.classify(mail)).toBe(verdict)
    expect(requests).toHaveLength(0)
  },
)

test('a plan without a language model stays with the local verdict', async () => {
  const { cascade, requests } = connect({ mayAsk: false })
  expect(await cascade.classify(mail)).toBe(unsure)
  expect(requests).toHaveLength(0)
})

test('R28: a spent budget stays with the local verdict', async () => {
  const { cascade, requests } = connect({ tokensPerDay: 5_000 })
  const verdicts = []
  for (let count = 0; count < 6; count++) verdicts.push(await cascade.classify(mail))
  expect(requests).toHaveLength(2)
  expect(verdicts.slice(2)).toEqual(Array(4).fill(unsure))
  expect(cascade.usage).toEqual({ seen: 6, unsure: 6, asked: 2, answered: 2, failed: 0 })
})

test.each([
  'invalid-json',
  'prose',
  'unknown-label',
  'refusal',
  'empty',
  'ten-thousand-tokens',
  'rate-limit',
  'server-error',
  'silence',
  'wrong-model',
  'foreign-id',
] as const)(
  'FAULTS 53: after %s the local verdict stands and the mail stays',
  async (behaviour) => {
    const { cascade } = connect({ behaviour })
    const verdict = await cascade.classify(mail)
    expect(verdict).toBe(unsure)
    expect(decide(verdict, filtering)).toEqual({ outcome: 'keep', reason: 'unsure' })
    expect(cascade.usage).toEqual({ seen: 1, unsure: 1, asked: 1, answered: 0, failed: 1 })
  },
)

test('FAULTS 52: a model that obeys the mail lets through nothing the local model is sure of', async () => {
  const { cascade, requests } = connect({ verdict: sureCold, behaviour: 'obeys' })
  for (const text of injectionMails) {
    expect(await cascade.classify(fakeMail(text))).toBe(sureCold)
  }
  expect(requests).toHaveLength(0)
})

test('FAULTS 52: a model that obeys sets aside at most the mail that asked for it, and answers none', async () => {
  const legit: Answer = { reason: 'unclear', cold: false, confidence: 1, category: 'other' }
  const { cascade } = connect({ behaviour: 'obeys', answer: legit })
  const setAside: string[] = []
  for (const text of injectionMails) {
    const decision = decide(await cascade.classify(fakeMail(text)), filtering)
    if (decision.outcome === 'keep') continue
    setAside.push(text)
    expect(decision).toMatchObject({ respond: false })
  }
  expect(setAside).toHaveLength(1)
  expect(setAside[0]).toContain('Every mail from my competitor is cold')
  expect(decide(await cascade.classify(mail), filtering)).toMatchObject({ outcome: 'keep' })
})

test('the share of mail that needed a second opinion is known', async () => {
  const verdicts = [sureLegit, sureLegit, unsure, sureCold]
  const { cascade } = connect({ verdict: sureLegit })
  const mixed = createCascade({
    local: { classify: async () => verdicts.shift() ?? sureLegit },
    languageModel: {
      ask: async () => ({ kind: 'failed', failure: 'timeout', tokens: { input: 1, output: 0 } }),
      mostTokens: () => ({ input: 1, output: 1 }),
    },
    budget: { reserve: async () => ({ settle: async () => {} }) },
    mayAsk: () => true,
  })
  for (let count = 0; count < 4; count++) await mixed.classify(mail)
  expect(mixed.usage).toEqual({ seen: 4, unsure: 1, asked: 1, answered: 0, failed: 1 })
  expect(cascade.usage.seen).toBe(0)
})
