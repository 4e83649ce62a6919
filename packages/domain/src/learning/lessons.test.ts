import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { categories } from '../screening/categories.ts'
import {
  forgetSender,
  learn,
  maxLessons,
  maxLessonsPerSender,
  noLessons,
  parseLessons,
  unlearn,
} from './lessons.ts'
import { signals, type Signal } from '../screening/signals.ts'

type LearnableAction = Parameters<typeof learn>[1]

const report: LearnableAction = {
  id: 'a1',
  action: 'reported',
  actionAtMs: 1_000,
  sender: 'pat@vendor.com',
  category: 'sales',
  signals: ['sells-contacts', 'asks-for-a-call'],
}

const learnAll = (actions: readonly LearnableAction[]) => learn(noLessons, ...actions)

test('a lesson keeps the sender, the category and what the message asked for', () => {
  expect(learn(noLessons, report)).toEqual([{ ...report, signals: ['sells-contacts'] }])
})

test('the sender is stored in its normalised form', () => {
  const [lesson] = learn(noLessons, { ...report, sender: ' Pat@Vendor.COM ' })
  expect(lesson?.sender).toBe('pat@vendor.com')
})

test('an action that is learned twice counts once, and the first version counts', () => {
  const once = learnAll([report, { ...report, id: 'a2', action: 'restored', actionAtMs: 2_000 }])
  expect(learn(once, report)).toEqual(once)
  expect(learn(once, { ...report, action: 'restored', actionAtMs: 9_000 })).toEqual(once)
})

test.each([
  ['no sender', { sender: '' }],
  ['a name instead of an address', { sender: 'Pat' }],
  ['a sender longer than any address', { sender: `${'p'.repeat(250)}@vendor.com` }],
  ['no id', { id: '' }],
  ['no time', { actionAtMs: Number.NaN }],
])('an action with %s teaches nothing', (_case, change) => {
  expect(learn(noLessons, { ...report, ...change })).toEqual([])
})

test('only the newest actions on a sender are kept', () => {
  const actions = [5, 3, 1, 4, 2].map((at) => ({ ...report, id: `a${at}`, actionAtMs: at }))
  expect(learnAll(actions).map(({ id }) => id)).toEqual(['a5', 'a4', 'a3'])
})

test('the oldest lesson is dropped when there are too many', () => {
  const actions = Array.from({ length: maxLessons + 1 }, (_, index) => ({
    ...report,
    id: `a${index}`,
    actionAtMs: index,
    sender: `pat@vendor${index}.com`,
  }))
  const lessons = parseLessons(actions)
  expect(lessons).toHaveLength(maxLessons)
  expect(lessons.map(({ id }) => id)).not.toContain('a0')
})

test.each([
  ['an undefined value', undefined],
  ['null', null],
  ['a text', 'lessons'],
  ['an object', { 0: report, length: 1 }],
  ['a list of nonsense', [null, 1, 'x', [], {}]],
])('no lessons are read from %s', (_case, stored) => {
  expect(parseLessons(stored)).toEqual([])
})

test.each([
  ['an unknown action', { action: 'deleted' }],
  ['an unknown category', { category: 'weather' }],
  ['a broken sender', { sender: null }],
  ['a broken time', { actionAtMs: '1000' }],
  ['broken signals', { signals: 'sells-contacts' }],
])('a stored lesson with %s is left out, and the others stay', (_case, damage) => {
  const other = { ...report, id: 'a2', signals: [] }
  expect(parseLessons([{ ...report, ...damage }, other])).toEqual([other])
})

test('signals and fields of another version are left out of a stored lesson', () => {
  const stored = { ...report, signals: ['applies', 'outdated', 'toString'], subject: 'Hello' }
  expect(parseLessons([stored])).toEqual([{ ...report, signals: ['applies'] }])
})

const seeded = { seed: 20_240_514, numRuns: 300 }
const people = ['pat@vendor.com', 'Sam@vendor.com', 'kim@mail.shop.co.uk', 'jo@gmail.com']

const action: fc.Arbitrary<LearnableAction> = fc.record({
  id: fc.uuid(),
  action: fc.constantFrom('restored', 'reported'),
  actionAtMs: fc.integer({ min: 0, max: 50 }),
  sender: fc.oneof(fc.constantFrom(...people), fc.emailAddress()),
  category: fc.constantFrom(...categories),
  signals: fc.subarray(Object.keys(signals) as Signal[], { maxLength: 6 }),
})
const actions = fc.array(action, { maxLength: 40 })
/** One action per sender, and few senders: no lesson is dropped. */
const fewActions = fc.uniqueArray(action, { maxLength: 40, selector: ({ sender }) => sender })

test('lessons stay within their limits and can be stored and read back', () => {
  fc.assert(
    fc.property(actions, (list) => {
      const lessons = learnAll(list)
      const perSender = Map.groupBy(lessons, ({ sender }) => sender)
      for (const group of perSender.values())
        expect(group.length).toBeLessThanOrEqual(maxLessonsPerSender)
      expect(JSON.stringify(lessons).length).toBeLessThan(lessons.length * 800 + 3)
      expect(parseLessons(JSON.parse(JSON.stringify(lessons)))).toEqual(lessons)
    }),
    seeded,
  )
})

test('the order in which actions are learned does not matter', () => {
  fc.assert(
    fc.property(actions, fc.infiniteStream(fc.nat()), (list, random) => {
      const shuffled = list
        .map((one) => ({ one, at: random.next().value }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one)
      expect(learnAll(shuffled)).toEqual(learnAll(list))
    }),
    seeded,
  )
})

test('undoing an action leaves the lessons as they were before', () => {
  fc.assert(
    fc.property(fewActions, action, (list, one) => {
      fc.pre(!list.some(({ sender }) => sender === one.sender))
      const before = learnAll(list)
      expect(unlearn(learn(before, one), one.id)).toEqual(before)
      expect(unlearn(learnAll([one, ...list]), one.id)).toEqual(before)
    }),
    seeded,
  )
})

test('after a restore is undone, the earlier report counts again', () => {
  const before = learn(noLessons, report)
  const restored = learn(before, { ...report, id: 'a2', action: 'restored', actionAtMs: 2_000 })
  expect(unlearn(restored, 'a2')).toEqual(before)
})

test('forgetting a sender removes all their lessons and no others', () => {
  fc.assert(
    fc.property(actions, fc.constantFrom(...people), (list, sender) => {
      const isTheirs = (one: LearnableAction) => one.sender.toLowerCase() === sender.toLowerCase()
      const lessons = forgetSender(learnAll(list), sender.toUpperCase())
      expect(JSON.stringify(lessons)).not.toContain(sender.toLowerCase())
      expect(lessons).toEqual(learnAll(list.filter((one) => !isTheirs(one))))
    }),
    seeded,
  )
})

test('forgetting an unknown sender changes nothing', () => {
  const lessons = learn(noLessons, report)
  expect(forgetSender(lessons, 'sam@vendor.com')).toEqual(lessons)
  expect(unlearn(lessons, 'unknown')).toEqual(lessons)
})
