import { describe, expect, test } from 'vitest'
import { categories } from './categories.ts'
import { lessonReasons, type LessonReason } from '../learning/verdict-offset.ts'
import { keepRules } from './keep-rules.ts'
import { toReasoning, toSignalWords, type Explained } from './reasons.ts'
import { signals, type Signal } from './signals.ts'

const pitch: Explained = {
  outcome: 'filter',
  reason: 'cold-outreach',
  category: 'sales',
  signals: ['asks-for-a-call', 'promises-results', 'flatters', 'bumps'],
  lessons: [],
}
const keepReasons = keepRules.map(({ reason }) => reason)
const names = Object.keys(signals) as Signal[]

test('the three strongest signals are in the sentence', () => {
  expect(toReasoning(pitch)).toBe(
    'It looks like a sales pitch: it asks for a call or a meeting, promises results or savings and flatters you.',
  )
})

test.each(categories)('the category %s has a name', (category) => {
  expect(toReasoning({ ...pitch, category, signals: [] })).toMatch(/^It looks like [a-z’ ]+\.$/)
})

test('signals from the envelope are in the sentence too', () => {
  const envelope: Signal[] = ['names-your-company', 'names-its-own-company', 'first-contact']
  expect(toReasoning({ ...pitch, signals: envelope })).toBe(
    'It looks like a sales pitch: it mentions your company by name, mentions the sender’s own company and comes from someone you’ve never emailed.',
  )
})

test.each(names)('the signal %s reads as part of a sentence', (signal) => {
  const sentence = toReasoning({ ...pitch, signals: [signal] })
  expect(sentence).toMatch(/^It looks like a sales pitch: it [a-z][^.]*\.$/)
})

test('a lesson is mentioned if it raised the score, and not if it lowered it', () => {
  const lessons: LessonReason[] = ['domain-restored', 'sender-reported']
  expect(toReasoning({ ...pitch, signals: ['bumps'], lessons })).toBe(
    'It looks like a sales pitch: it follows up on an email that wasn’t answered. You reported this sender before.',
  )
})

test.each(Object.keys(lessonReasons).filter((name) => name.endsWith('-reported')))(
  'the lesson %s is a sentence of its own',
  (name) => {
    const sentence = toReasoning({ ...pitch, lessons: [name as LessonReason] })
    expect(sentence.endsWith(`${lessonReasons[name as LessonReason]}.`)).toBe(true)
  },
)

test('a message filtered because of its sender gives no other reason', () => {
  expect(toReasoning({ ...pitch, reason: 'blocked-sender' })).toBe(
    'You reported an email from this sender as spam.',
  )
  expect(toReasoning({ ...pitch, reason: 'follow-up', outcome: 'observe' })).toBe(
    'It follows another cold email from this sender. Observing: nothing was moved.',
  )
})

test.each([
  ['blocked-sender', 'You reported an email from this sender as spam.'],
  ['follow-up', 'It follows another cold email from this sender.'],
])('of a message from a contact form, %s says that the form sent it', (reason, why) => {
  const fromForm: Explained = { ...pitch, reason, signals: [], viaContactForm: true }
  expect(toReasoning(fromForm)).toBe(`${why} It came through a contact form.`)
})

test.each(['blocked-sender', 'follow-up', 'cold-outreach'])(
  'in observe mode, %s does not say that an email was filtered',
  (reason) => {
    expect(toReasoning({ ...pitch, outcome: 'observe', reason })).not.toMatch(/filtered/)
  },
)

test('in observe mode the sentence says that nothing was moved', () => {
  expect(toReasoning({ ...pitch, outcome: 'observe', signals: [] })).toBe(
    'It looks like a sales pitch. Observing: nothing was moved.',
  )
})

describe('a kept message', () => {
  const kept: Explained = { ...pitch, outcome: 'keep', category: null, signals: [] }

  test.each(keepReasons)('%s is a whole sentence', (reason) => {
    expect(toReasoning({ ...kept, reason })).toMatch(/^[A-Z].+\.$/)
  })

  test('no two reasons have the same sentence', () => {
    const sentences = keepReasons.map((reason) => toReasoning({ ...kept, reason }))
    expect(new Set(sentences).size).toBe(sentences.length)
  })
})

describe('a decision of another version', () => {
  test.each(['toString', 'a reason of tomorrow'])(
    'the unknown reason %s is never shown',
    (reason) => {
      expect(toReasoning({ ...pitch, outcome: 'keep', reason })).toBe('We left it in your inbox.')
    },
  )

  test('an unknown signal is left out', () => {
    const unknown = ['bumps', 'toString', 'a signal of tomorrow'] as Signal[]
    expect(toSignalWords(unknown)).toEqual(['Follows up on an email that wasn’t answered'])
  })
})
