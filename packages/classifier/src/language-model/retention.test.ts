import { expect, test } from 'vitest'
import { approveEndpoint } from './retention.ts'

const today = new Date('2026-05-01T12:00:00Z')
const evidence = { statement: 'Zero retention addendum, signed', recordedOn: '2026-04-30' }

test.each(['openai', 'anthropic'] as const)(
  'FAULTS 55: %s without recorded zero retention is refused, with the reason',
  (provider) => {
    expect(approveEndpoint({ provider, evidence: null }, today)).toEqual({
      kind: 'refused',
      reason: `api.${provider}.com: a hosted language model is used only with recorded evidence that it retains nothing.`,
    })
  },
)

test('FAULTS 55: with evidence a hosted model is approved, at the address that was checked', () => {
  expect(approveEndpoint({ provider: 'anthropic', evidence }, today)).toMatchObject({
    kind: 'approved',
    endpoint: { provider: 'anthropic', baseUrl: 'https://api.anthropic.com/v1' },
  })
})

test.each([
  'http://localhost:11434/v1',
  'http://127.0.0.1:8080/v1',
  'http://127.8.9.10/v1',
  'http://[::1]:8080/v1',
])('FAULTS 55: %s is this machine and needs no evidence', (baseUrl) => {
  const wanted = { provider: 'openai-compatible', baseUrl, evidence: null } as const
  expect(approveEndpoint(wanted, today).kind).toBe('approved')
})

test.each([
  'https://models.example/v1',
  'http://192.168.1.20:11434/v1',
  'http://localhost.example/v1',
  'http://localhost@models.example/v1',
  'http://127.0.0.1.models.example/v1',
  'http://[::ffff:10.0.0.1]/v1',
])('FAULTS 55: %s is another machine', (baseUrl) => {
  const wanted = { provider: 'openai-compatible', baseUrl, evidence: null } as const
  expect(approveEndpoint(wanted, today).kind).toBe('refused')
})

test.each([
  ['an empty statement', { ...evidence, statement: ' ' }],
  ['no date', { ...evidence, recordedOn: '' }],
  ['a date in words', { ...evidence, recordedOn: 'last spring' }],
  ['a day that does not exist', { ...evidence, recordedOn: '2026-13-40' }],
  ['a day to come', { ...evidence, recordedOn: '2026-05-02' }],
])('FAULTS 55: %s is no evidence', (_case, flawed) => {
  expect(approveEndpoint({ provider: 'openai', evidence: flawed }, today).kind).toBe('refused')
})

test.each([undefined, 'models.example'])('a compatible endpoint at %s is refused', (baseUrl) => {
  const wanted = { provider: 'openai-compatible', baseUrl, evidence } as const
  expect(approveEndpoint(wanted, today).kind).toBe('refused')
})
