import { expect, test } from 'vitest'
import {
  decide,
  decideForSender,
  deservesSecondOpinion,
  isUnsure,
  type Policy,
  type Verdict,
} from './decide.ts'
import { thresholds } from './thresholds.ts'

const pitch: Verdict = { category: 'sales', score: 1, signals: ['asks-for-a-call'] }
const { unsure, filter, certain } = thresholds.sales
const justBelow = (score: number) => score - 0.001

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
  ['a probable pitch', { ...pitch, score: justBelow(certain) }, filtering],
  ['a barely probable pitch', { ...pitch, score: filter }, filtering],
  ['a pitch to somebody who wants silence', pitch, { ...filtering, smartResponse: false }],
] as const)('%s is filtered in silence', (_case, verdict, policy) => {
  expect(decide(verdict, policy)).toMatchObject({ outcome: 'filter', respond: false })
})

test.each([
  ['wanted mail', { ...pitch, score: justBelow(unsure) }, 'not-cold'],
  ['a hesitant verdict', { ...pitch, score: justBelow(filter) }, 'unsure'],
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

test.each(['blocked-sender', 'follow-up'] as const)(
  '%s: filtered and never answered, or observed where nothing is moved',
  (reason) => {
    expect(decideForSender(reason, filtering)).toEqual({
      outcome: 'filter',
      reason,
      respond: false,
    })
    expect(decideForSender(reason, { ...filtering, mode: 'observe' })).toEqual({
      outcome: 'observe',
      reason,
    })
  },
)

test('unsure is what lies between the two thresholds, and more than that deserves a second opinion', () => {
  const scores = [justBelow(unsure), unsure, justBelow(filter), filter, justBelow(certain), certain]
  const verdicts = scores.map((score) => ({ ...pitch, score }))
  expect(verdicts.map(isUnsure)).toEqual([false, true, true, false, false, false])
  expect(verdicts.map(deservesSecondOpinion)).toEqual([false, true, true, true, true, false])
})

test.each(Object.entries(thresholds))(
  'the thresholds of %s stand in order',
  (_category, bounds) => {
    expect(bounds.unsure).toBeGreaterThan(0)
    expect(bounds.filter).toBeGreaterThan(0.5)
    expect(bounds.filter).toBeGreaterThan(bounds.unsure)
    expect(bounds.certain).toBeGreaterThan(bounds.filter)
  },
)
