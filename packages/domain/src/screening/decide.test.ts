import { expect, test } from 'vitest'
import { decide, decideForSender } from './decide.ts'
import { deservesSecondOpinion, isUnsure, type Verdict } from './verdict.ts'
import type { Policy } from './policy.ts'
import { stranger } from './sender-facts.ts'
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
  expect(decide(pitch, filtering, stranger)).toEqual({
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
  expect(decide(verdict, policy, stranger)).toMatchObject({ outcome: 'filter', mayReply: false })
})

test.each([
  ['someone new at a known organisation', { ...stranger, hasWrittenToDomain: true }],
  ['an author who was typed into a contact form', { ...stranger, viaContactForm: true }],
  ['a sender who quotes their own earlier pitch', { ...stranger, isBump: true }],
])('a certain pitch of %s is filtered without a smart response', (_case, circumstances) => {
  const decision = decide(pitch, filtering, circumstances)
  expect(decision).toEqual({ outcome: 'filter', reason: 'cold-outreach', mayReply: false })
})

test.each([
  ['known-organisation', { ...stranger, hasWrittenToDomain: true }],
  ['contact-form', { ...stranger, viaContactForm: true }],
] as const)('%s: a pitch is kept unless it is certain', (reason, circumstances) => {
  const verdict = { ...pitch, score: justBelow(certain) }
  expect(decide(verdict, filtering, circumstances)).toEqual({ outcome: 'keep', reason })
})

test.each([
  ['an ordinary message', { ...pitch, score: justBelow(unsure) }, 'not-cold'],
  ['an unsure verdict', { ...pitch, score: justBelow(filter) }, 'unsure'],
  ['a recruiter that the user allows', { ...pitch, category: 'recruiter' }, 'allowed-type'],
] as const)('%s is kept', (_case, verdict, reason) => {
  expect(decide(verdict, filtering, stranger)).toEqual({ outcome: 'keep', reason })
})

test('in observe mode a pitch is recorded and stays in the inbox', () => {
  expect(decide(pitch, { ...filtering, mode: 'observe' }, stranger)).toEqual({
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

test('a message that claims a history goes to the language model from a third of the unsure threshold on, but not if it is certain', () => {
  const claiming = (score: number) =>
    deservesSecondOpinion({ ...pitch, score, claimsHistoryOrPraise: true })
  expect(claiming(unsure / 3)).toBe(true)
  expect(claiming(justBelow(unsure / 3))).toBe(false)
  expect(claiming(certain)).toBe(false)
  expect(deservesSecondOpinion({ ...pitch, score: unsure / 3 })).toBe(false)
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
