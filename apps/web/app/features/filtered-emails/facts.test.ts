import { categories } from '@doorman/domain/screening/categories'
import { toReasoning, toSignalWords } from '@doorman/domain/screening/reasons'
import { signals, type Signal } from '@doorman/domain/screening/signals'
import { expect, test } from 'vitest'
import { commonSignals, toFacts, toVerdict } from './facts.ts'
import { anEmail } from './testing/fake-email.ts'

test('a row tells the kind and the first three facts, and leaves out what most cold emails have', () => {
  const detectedSignals = [
    signals['first-contact'],
    signals['names-clients'],
    signals['worded-like-outreach'],
    signals['asks-for-a-call'],
    signals['creates-urgency'],
    signals.flatters,
  ]
  expect(toFacts(anEmail(1, { category: 'recruiter', detectedSignals }))).toEqual({
    kind: 'Recruiter',
    facts: ['names other clients', 'asks for a call or a meeting', 'creates urgency'],
  })
})

test('common facts are shown if there are no others', () => {
  const { facts } = toFacts(anEmail(1, { detectedSignals: [signals['first-contact']] }))
  expect(facts).toEqual(['comes from someone you’ve never emailed'])
})

test('the common signals are signals that exist', () => {
  expect(Object.values(signals)).toEqual(expect.arrayContaining([...commonSignals]))
})

test('an email that was filtered because of its sender says so instead of its kind', () => {
  const reasoning = 'You reported an email from this sender as spam.'
  expect(toFacts(anEmail(1, { classificationScore: 0, reasoning }))).toEqual({
    kind: null,
    facts: [reasoning],
  })
})

const names: readonly Signal[] = ['asks-for-a-call', 'wrote-before-unanswered', 'flatters']

test.each(categories)('the verdict on %s email names no signal', (category) => {
  const decision = { outcome: 'filter', reason: 'cold-outreach', category, lessons: [] } as const
  const detectedSignals = toSignalWords(names)
  const reasoning = toReasoning({ ...decision, signals: names })
  expect(toVerdict(anEmail(1, { reasoning, detectedSignals }))).toBe(
    toReasoning({ ...decision, signals: [] }),
  )
})

test('a verdict still says what was learned from the user, and that nothing was moved', () => {
  const reasoning = toReasoning({
    outcome: 'observe',
    reason: 'cold-outreach',
    category: 'sales',
    signals: names,
    lessons: ['sender-reported'],
  })
  const verdict = toVerdict(anEmail(1, { reasoning, detectedSignals: toSignalWords(names) }))
  expect(verdict).toMatch(/^It looks like a sales pitch\. .+\. Observing: nothing was moved\.$/)
})

test('a reasoning that lists no signals is shown unchanged as the verdict', () => {
  const reasoning = 'It looks like a sales pitch: it seems.'
  expect(toVerdict(anEmail(1, { reasoning, detectedSignals: [] }))).toBe(reasoning)
})
