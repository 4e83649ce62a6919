import { expect, test } from 'vitest'
import { approveEndpoint } from './retention.ts'

const today = new Date('2026-05-01T12:00:00Z')
const evidence = { statement: 'Zero retention addendum, signed', recordedOn: '2026-04-30' }

test.each(['openai', 'anthropic'] as const)(
  '%s without evidence of zero retention is refused, with the reason',
  (vendor) => {
    expect(approveEndpoint({ vendor, evidence: null }, today)).toEqual({
      kind: 'refused',
      reason: `api.${vendor}.com: a hosted language model is used only with recorded evidence that it retains nothing.`,
    })
  },
)

test('a hosted model with evidence is approved for exactly the URL that was checked', () => {
  expect(approveEndpoint({ vendor: 'anthropic', evidence }, today)).toMatchObject({
    kind: 'approved',
    endpoint: { vendor: 'anthropic', baseUrl: 'https://api.anthropic.com/v1' },
  })
})

test.each([
  'http://localhost:11434/v1',
  'http://127.0.0.1:8080/v1',
  'http://127.8.9.10/v1',
  'http://[::1]:8080/v1',
])('%s is this machine and needs no evidence', (baseUrl) => {
  const candidate = { vendor: 'openai-compatible', baseUrl, evidence: null } as const
  expect(approveEndpoint(candidate, today).kind).toBe('approved')
})

test.each([
  'https://models.example/v1',
  'http://192.168.1.20:11434/v1',
  'http://localhost.example/v1',
  'http://localhost@models.example/v1',
  'http://127.0.0.1.models.example/v1',
  'http://[::ffff:10.0.0.1]/v1',
])('%s is another machine and needs evidence', (baseUrl) => {
  const candidate = { vendor: 'openai-compatible', baseUrl, evidence: null } as const
  expect(approveEndpoint(candidate, today).kind).toBe('refused')
})

test.each([
  ['an empty statement', { ...evidence, statement: ' ' }],
  ['no date', { ...evidence, recordedOn: '' }],
  ['a date in words', { ...evidence, recordedOn: 'last spring' }],
  ['a day that does not exist', { ...evidence, recordedOn: '2026-13-40' }],
  ['a date in the future', { ...evidence, recordedOn: '2026-05-02' }],
])('%s is not accepted as evidence', (_case, flawed) => {
  expect(approveEndpoint({ vendor: 'openai', evidence: flawed }, today).kind).toBe('refused')
})

test.each([undefined, 'models.example'])(
  'an OpenAI-compatible endpoint at %s is refused',
  (baseUrl) => {
    const candidate = { vendor: 'openai-compatible', baseUrl, evidence } as const
    expect(approveEndpoint(candidate, today).kind).toBe('refused')
  },
)
