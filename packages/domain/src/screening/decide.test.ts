import { expect, test } from 'vitest'
import { decide, decideForSender } from './decide.ts'
import { deservesSecondOpinion, isUnsure, type Verdict } from './verdict.ts'
import type { Policy } from './policy.ts'
import { thresholds } from './thresholds.ts'

const pitch: Verdict = { category: 'sales', score: 1, signals: ['asks-for-a-call'] }
const { unsure, filter, certain } = thresholds.sales
const justBelow = (score: number) => score - 0.001

const filtering: Policy = {
  mode: 'filter',
  unwanted: new Set(['sales', 'other']),
  smartResponse: true,
}

test('a certain pitch is filtered and gets a smart response', () => {
  expect(decide(pitch, filtering)).toEqual({
    outcome: 'filter',
    reason: 'cold-outreach',
    mayReply: true,
  })
})

test.each([
  ['a probable pitch', { ...pitch, score: justBelow(certain) }, filtering],
  ['a barely probable pitch', { ...pitch, score: filter }, filtering],
  ['a pitch where smart responses are off', pitch, { ...filtering, smartResponse: false }],
] as const)('%s is filtered without a smart response', (_case, verdict, policy) => {
  expect(decide(verdict, policy)).toMatchObject({ outcome: 'filter', mayReply: false })
})

test.each([
  ['an ordinary message', { ...pitch, score: justBelow(unsure) }, 'not-cold'],
  ['an unsure verdict', { ...pitch, score: justBelow(filter) }, 'unsure'],
  ['a recruiter that the user allows', { ...pitch, category: 'recruiter' }, 'allowed-type'],
] as const)('%s is kept', (_case, verdict, reason) => {
  expect(decide(verdict, filtering)).toEqual({ outcome: 'keep', reason })
})

test('in observe mode a pitch is recorded and stays in the inbox', () => {
  expect(decide(pitch, { ...filtering, mode: 'observe' })).toEqual({
    outcome: 'observe',
    reason: 'cold-outreach',
  })
})

test.each(['blocked-sender', 'follow-up'] as const)(
  '%s: filtered without a smart response, or recorded in observe mode',
  (reason) => {
    expect(decideForSender(reason, filtering)).toEqual({
      outcome: 'filter',
      reason,
      mayReply: false,
    })
    expect(decideForSender(reason, { ...filtering, mode: 'observe' })).toEqual({
      outcome: 'observe',
      reason,
    })
  },
)

test('a verdict is unsure from `unsure` to `filter`, and deserves a second opinion up to `certain`', () => {
  const scores = [justBelow(unsure), unsure, justBelow(filter), filter, justBelow(certain), certain]
  const verdicts = scores.map((score) => ({ ...pitch, score }))
  expect(verdicts.map(isUnsure)).toEqual([false, true, true, false, false, false])
  expect(verdicts.map(deservesSecondOpinion)).toEqual([false, true, true, true, true, false])
})

test.each(Object.entries(thresholds))(
  'the thresholds of %s are in ascending order',
  (_category, bounds) => {
    expect(bounds.unsure).toBeGreaterThan(0)
    expect(bounds.filter).toBeGreaterThan(0.5)
    expect(bounds.filter).toBeGreaterThan(bounds.unsure)
    expect(bounds.certain).toBeGreaterThan(bounds.filter)
  },
)
