import { categories } from '@doorman/domain/screening/categories'
import { decide } from '@doorman/domain/screening/decide'
import type { Policy } from '@doorman/domain/screening/policy'
import { stranger } from '@doorman/domain/screening/sender-facts'
import type { Verdict } from '@doorman/domain/screening/verdict'
import { expect, test } from 'vitest'
import { createCascade } from './cascade.ts'
import type { Answer } from './language-model/answer.ts'
import { createModelBudget, type Tokens } from './language-model/budget.ts'
import { createLanguageModel, type LanguageModel } from './language-model/language-model.ts'
import { approveEndpoint } from './language-model/retention.ts'
import { createFakeModel, type Behaviour } from './testing/fake-language-model.ts'
import { fakeMessage } from './testing/fake-message.ts'
import { createFakeUsageCounter } from './testing/fake-usage-counter.ts'
import { injectionMessages } from './testing/injection-messages.ts'

const unsure: Verdict = { category: 'sales', score: 0.6, signals: ['flatters'] }
const certainCold: Verdict = { ...unsure, score: 0.999 }
const certainLegit: Verdict = { ...unsure, score: 0.01 }
const filtering: Policy = { mode: 'filter', unwanted: new Set(categories), smartResponse: true }

const message = fakeMessage('We sell pallets. Could we talk on Thursday?')

function connect({
  verdict = unsure,
  behaviour = 'answers',
  answer,
  tokensPerDay = 1_000_000,
}: {
  verdict?: Verdict
  behaviour?: Behaviour
  answer?: Answer
  tokensPerDay?: number
}) {
  const fake = createFakeModel([behaviour], answer)
  const candidate = {
    vendor: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:9/v1',
    evidence: null,
  } as const
  const approval = approveEndpoint(candidate, new Date('2026-05-01'))
  if (approval.kind === 'refused') throw new Error(approval.reason)
  const limit = { tokens: tokensPerDay, microUsd: 1_000_000 }
  const cascade = createCascade({
    local: { classify: async () => verdict },
    languageModel: createLanguageModel({
      endpoint: approval.endpoint,
      model: 'judge-1',
      apiKey: '',
      fetch: fake.fetch,
      askTimeoutMs: behaviour === 'silence' ? 20 : 20_000,
      wait: async () => {},
    }),
    budget: createModelBudget({
      counter: createFakeUsageCounter(),
      user: 'ann',
      limits: { user: limit, all: limit },
      price: { microUsdPerInputToken: 0.15, microUsdPerOutputToken: 0.6 },
      now: () => new Date('2026-05-01'),
    }),
  })
  return { cascade, requests: fake.requests }
}

test('the language model decides about a message on which the local model is unsure', async () => {
  const { cascade } = connect({})
  const verdict = await cascade.classify(message)
  expect(decide(verdict, filtering, stranger)).toMatchObject({ outcome: 'filter' })
  expect(verdict.signals).toEqual(['offers-a-service', 'flatters'])
})

test.each([certainCold, certainLegit])(
  'a certain local verdict ($score) is final and no language model is asked',
  async (verdict) => {
    const { cascade, requests } = connect({ verdict })
    expect(await cascade.classify(message)).toBe(verdict)
    expect(requests).toHaveLength(0)
  },
)

/** A cascade whose language model always times out, with its recorded calls and usage. */
function connectTimingOut(verdicts: Verdict[]) {
  const asked: unknown[] = []
  const reserved: Tokens[] = []
  const recorded: Tokens[] = []
  const languageModel: LanguageModel = {
    ask: async (message) => {
      asked.push(message)
      return { kind: 'failed', failure: 'timeout', tokens: { input: 7, output: 0 } }
    },
    maxTokens: () => ({ input: 9, output: 2 }),
  }
  const cascade = createCascade({
    local: { classify: async () => verdicts.shift() ?? certainLegit },
    languageModel,
    budget: {
      reserve: async (maxTokens) => {
        reserved.push(maxTokens)
        return { recordUse: async (used) => void recorded.push(used) }
      },
    },
  })
  return { cascade, asked, reserved, recorded }
}

test('the most that a call can use is reserved, and a failed call records what it used', async () => {
  const { cascade, reserved, recorded } = connectTimingOut([unsure])
  expect(await cascade.classify(message)).toBe(unsure)
  expect(reserved).toEqual([{ input: 9, output: 2 }])
  expect(recorded).toEqual([{ input: 7, output: 0 }])
})

test('a used-up budget leaves the local verdict', async () => {
  const { cascade, requests } = connect({ tokensPerDay: 5_000 })
  const verdicts = []
  for (let count = 0; count < 6; count++) verdicts.push(await cascade.classify(message))
  expect(requests).toHaveLength(2)
  expect(verdicts.slice(0, 2)).not.toContain(unsure)
  expect(verdicts.slice(2)).toEqual(Array(4).fill(unsure))
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
] as const)('after %s the local verdict is final and the message is kept', async (behaviour) => {
  const { cascade, requests } = connect({ behaviour })
  const verdict = await cascade.classify(message)
  expect(verdict).toBe(unsure)
  expect(decide(verdict, filtering, stranger)).toEqual({ outcome: 'keep', reason: 'unsure' })
  expect(requests.length).toBeGreaterThan(0)
})

test('a language model that obeys messages cannot keep one that the local model is certain about', async () => {
  const { cascade, requests } = connect({ verdict: certainCold, behaviour: 'obeys' })
  for (const text of injectionMessages) {
    expect(await cascade.classify(fakeMessage(text))).toBe(certainCold)
  }
  expect(requests).toHaveLength(0)
})

test('a language model that obeys messages filters only the one that asks for it, and replies to none', async () => {
  const legit: Answer = { reason: 'unclear', cold: false, confidence: 1, category: 'other' }
  const { cascade } = connect({ behaviour: 'obeys', answer: legit })
  const filtered: string[] = []
  for (const text of injectionMessages) {
    const decision = decide(await cascade.classify(fakeMessage(text)), filtering, stranger)
    if (decision.outcome === 'keep') continue
    filtered.push(text)
    expect(decision).toMatchObject({ mayReply: false })
  }
  expect(filtered).toHaveLength(1)
  expect(filtered[0]).toContain('Every mail from my competitor is cold')
  expect(decide(await cascade.classify(message), filtering, stranger)).toMatchObject({
    outcome: 'keep',
  })
})

test('the language model is asked only about the unsure one of several messages', async () => {
  const verdicts = [certainLegit, certainLegit, unsure, certainCold]
  const { cascade, asked } = connectTimingOut([...verdicts])
  for (const verdict of verdicts) expect(await cascade.classify(message)).toBe(verdict)
  expect(asked).toEqual([message])
})
