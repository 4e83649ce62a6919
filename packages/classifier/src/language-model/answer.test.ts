import { categories } from '@doorman/domain/screening/categories'
import { decide } from '@doorman/domain/screening/decide'
import { stranger } from '@doorman/domain/screening/sender-facts'
import { thresholds } from '@doorman/domain/screening/thresholds'
import { isUnsure, type Verdict } from '@doorman/domain/screening/verdict'
import type { Policy } from '@doorman/domain/screening/policy'
import { expect, test } from 'vitest'
import { findAnswer, toVerdict, type Answer } from './answer.ts'

const cold: Answer = {
  reason: 'offers-a-service',
  cold: true,
  confidence: 0.95,
  category: 'sales',
}
const legit: Answer = { reason: 'asks-to-buy', cold: false, confidence: 0.95, category: 'other' }
const unsure: Verdict = { category: 'other', score: 0.6, signals: ['flatters', 'asks-to-buy'] }
const filtering: Policy = { mode: 'filter', unwanted: new Set(categories), smartResponse: true }

test.each([
  ['bare', JSON.stringify(cold)],
  ['with space around it', `\n  ${JSON.stringify(cold, null, 2)}\n`],
  ['in a Markdown block', `\`\`\`json\n${JSON.stringify(cold)}\n\`\`\``],
])('an answer is read %s', (_case, text) => {
  expect(findAnswer(text)).toEqual(cold)
})

test.each([
  ['nothing', ''],
  ['prose', 'It is cold.'],
  ['prose before an answer', `Here you are: ${JSON.stringify(cold)}`],
  ['prose after an answer', `${JSON.stringify(cold)} Hope this helps!`],
  ['half an answer', JSON.stringify(cold).slice(0, -1)],
  ['two answers', JSON.stringify([cold, cold])],
  ['an unknown category', JSON.stringify({ ...cold, category: 'spam' })],
  ['an unknown reason', JSON.stringify({ ...cold, reason: 'smells-cold' })],
  ['an extra id', JSON.stringify({ ...cold, id: 'another-message' })],
  ['a missing key', JSON.stringify({ cold: true, confidence: 1, category: 'sales' })],
  ['a word for a boolean', JSON.stringify({ ...cold, cold: 'true' })],
  ['a confidence above one', JSON.stringify({ ...cold, confidence: 95 })],
  ['a negative confidence', JSON.stringify({ ...cold, confidence: -0.1 })],
  ['a confidence in words', JSON.stringify({ ...cold, confidence: 'high' })],
  ['a cold message with a reason to keep it', JSON.stringify({ ...cold, reason: 'asks-to-buy' })],
  ['a wanted message with a cold reason', JSON.stringify({ ...legit, reason: 'bumps' })],
  ['ten thousand spaces', `${JSON.stringify(cold)}${' '.repeat(10_000)}`],
  ['null', 'null'],
])('%s is rejected', (_case, text) => {
  expect(findAnswer(text)).toBeNull()
})

test.each(categories)(
  'a confident "cold" filters the category %s and never allows a reply',
  (category) => {
    for (const confidence of [0.5, 0.85, 1]) {
      const verdict = toVerdict({ ...cold, category, confidence }, unsure)
      expect(decide(verdict, filtering, stranger)).toEqual({
        outcome: 'filter',
        reason: 'cold-outreach',
        mayReply: false,
      })
    }
  },
)

test.each(categories)('a confident "not cold" keeps a message of the category %s', (category) => {
  const verdict = toVerdict(legit, { ...unsure, category })
  expect(decide(verdict, filtering, stranger)).toEqual({ outcome: 'keep', reason: 'not-cold' })
})

test('a "cold" with low confidence leaves the verdict unsure', () => {
  expect(toVerdict({ ...cold, confidence: 0.45 }, unsure)).toBe(unsure)
})

test.each(categories)(
  'a "cold" confirms the category %s only if it is as sure as a certain local verdict',
  (category) => {
    const { certain } = thresholds[category]
    const confirms = (confidence: number) =>
      toVerdict({ ...cold, category, confidence }, unsure).isConfirmed
    expect(confirms(certain)).toBe(true)
    expect(confirms(certain - 0.001)).toBe(false)
  },
)

test('a "not cold" with low confidence does not raise the score', () => {
  const verdict = toVerdict({ ...legit, confidence: 0.1 }, unsure)
  expect(verdict.score).toBe(0.6)
  expect(isUnsure(verdict)).toBe(true)
})

test('the reason becomes the first signal, and signals for the other side are dropped', () => {
  expect(toVerdict(cold, unsure).signals).toEqual(['offers-a-service', 'flatters', 'asks-to-buy'])
  expect(toVerdict(legit, unsure).signals).toEqual(['asks-to-buy'])
  expect(toVerdict(legit, { ...unsure, score: 0.4 }).signals).toEqual(['asks-to-buy', 'flatters'])
  expect(toVerdict({ ...legit, reason: 'unclear' }, unsure).signals).toEqual([])
})

test('a "not cold" keeps the local category', () => {
  expect(toVerdict(legit, { ...unsure, category: 'recruiter' }).category).toBe('recruiter')
})
