import { describe, expect, test } from 'vitest'
import { categories } from './decide.ts'
import { lessonReasons, type LessonReason } from './learning.ts'
import { keepReasons, toReasoning, toSignalWords, type Explained } from './reasoning.ts'
import { signals, type Signal } from './signals.ts'

const pitch: Explained = {
  outcome: 'filter',
  reason: 'cold-outreach',
  category: 'sales',
  signals: ['asks-for-a-call', 'promises-results', 'flatters', 'bumps'],
  lessons: [],
}
const names = Object.keys(signals) as Signal[]

test('153: the three strongest signs are told in a sentence', () => {
  expect(toReasoning(pitch)).toBe(
    'It looks like a sales pitch: it asks for a call or a meeting, promises results or savings and flatters.',
  )
})

test.each(categories)('each kind has a name: %s', (category) => {
  expect(toReasoning({ ...pitch, category, signals: [] })).toMatch(/^It looks like [a-z’ ]+\.$/)
})

test('what the envelope tells is told as plainly', () => {
  const envelope: Signal[] = ['names-your-company', 'names-its-own-company', 'first-contact']
  expect(toReasoning({ ...pitch, signals: envelope })).toBe(
    'It looks like a sales pitch: it mentions your company by name, mentions the sender’s own company and comes from somebody you have never written to.',
  )
})

test.each(names)('%s reads as a part of the sentence', (signal) => {
  const sentence = toReasoning({ ...pitch, signals: [signal] })
  expect(sentence).toMatch(/^It looks like a sales pitch: it [a-z][^.]*\.$/)
})

test('what the user taught us is told where it spoke for it, and not where it spoke against', () => {
  const lessons: LessonReason[] = ['domain-restored', 'sender-reported']
  expect(toReasoning({ ...pitch, signals: ['bumps'], lessons })).toBe(
    'It looks like a sales pitch: it follows up on a mail that was not answered. You reported mail of this sender.',
  )
})

test.each(Object.keys(lessonReasons).filter((name) => name.endsWith('-reported')))(
  '%s ends as a sentence of its own',
  (name) => {
    const sentence = toReasoning({ ...pitch, lessons: [name as LessonReason] })
    expect(sentence.endsWith(`${lessonReasons[name as LessonReason]}.`)).toBe(true)
  },
)

test('what is set aside for its sender needs no other reason', () => {
  expect(toReasoning({ ...pitch, reason: 'blocked-sender' })).toBe(
    'You reported mail of this sender as spam.',
  )
  expect(toReasoning({ ...pitch, reason: 'follow-up', outcome: 'observe' })).toBe(
    'Other mail of this sender in the same conversation was filtered. This account is only watched, so it stayed in the inbox.',
  )
})

test('what is only watched says so', () => {
  expect(toReasoning({ ...pitch, outcome: 'observe', signals: [] })).toBe(
    'It looks like a sales pitch. This account is only watched, so it stayed in the inbox.',
  )
})

describe('kept mail', () => {
  const kept: Explained = { ...pitch, outcome: 'keep', category: null, signals: [] }

  test.each(keepReasons)('%s is told in a whole sentence', (reason) => {
    expect(toReasoning({ ...kept, reason })).toMatch(/^[A-Z].+\.$/)
  })

  test('no two reasons are told alike', () => {
    const told = keepReasons.map((reason) => toReasoning({ ...kept, reason }))
    expect(new Set(told).size).toBe(told.length)
  })
})

describe('what is recorded in words we do not know', () => {
  test.each(['toString', 'a reason of tomorrow'])('%s is never shown', (reason) => {
    expect(toReasoning({ ...pitch, outcome: 'keep', reason })).toBe('It was left alone.')
  })

  test('a signal is left out', () => {
    const unknown = ['bumps', 'toString', 'a signal of tomorrow'] as Signal[]
    expect(toSignalWords(unknown)).toEqual(['Follows up on a mail that was not answered'])
  })
})
