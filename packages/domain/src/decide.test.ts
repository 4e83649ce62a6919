import { expect, test } from 'vitest'
import { decide, isUnsure, type Policy, type Verdict } from './decide.ts'

const pitch: Verdict = { category: 'sales', score: 0.99, signals: ['asks-for-a-call'] }
const filtering: Policy = {
  mode: 'filter',
  unwanted: new Set(['sales', 'other']),
  smartResponse: true,
}

test('a certain pitch is filtered and answered', () => {
  expect(decide(pitch, filtering)).toEqual({
    outcome: 'filter',
    reason: 'cold-outreach',
    respond: true,
  })
})

test.each([
  ['a probable pitch', { ...pitch, score: 0.92 }, filtering],
  ['a pitch of a kind that is never answered', { ...pitch, category: 'other' }, filtering],
  ['a pitch to somebody who wants silence', pitch, { ...filtering, smartResponse: false }],
] as const)('%s is filtered in silence', (_case, verdict, policy) => {
  expect(decide(verdict, policy)).toMatchObject({ outcome: 'filter', respond: false })
})

test.each([
  ['wanted mail', { ...pitch, score: 0.1 }, 'not-cold'],
  ['a hesitant verdict', { ...pitch, score: 0.89 }, 'unsure'],
  ['a recruiter, if the user allows them,', { ...pitch, category: 'recruiter' }, 'allowed-type'],
] as const)('%s is kept', (_case, verdict, reason) => {
  expect(decide(verdict, filtering)).toEqual({ outcome: 'keep', reason })
})

test('who only observes loses nothing', () => {
  expect(decide(pitch, { ...filtering, mode: 'observe' })).toEqual({
    outcome: 'observe',
    reason: 'cold-outreach',
  })
})

test('unsure is what lies between the two thresholds', () => {
  expect([0.29, 0.3, 0.89, 0.9].map((score) => isUnsure({ ...pitch, score }))).toEqual([
    false,
    true,
    true,
    false,
  ])
})
