import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { categories } from './decide.ts'
import {
  forgetSender,
  learn,
  mostLessons,
  mostLessonsPerSender,
  noLessons,
  parseLessons,
  unlearn,
} from './lessons.ts'
import { signals, type Signal } from './signals.ts'

type Act = Parameters<typeof learn>[1]

const report: Act = {
  id: 'a1',
  act: 'reported',
  actedAtMs: 1_000,
  sender: 'pat@vendor.com',
  category: 'sales',
  signals: ['sells-contacts', 'asks-for-a-call'],
}

const learnAll = (acts: readonly Act[]) => learn(noLessons, ...acts)

test('an act is remembered by its sender, its kind and what the mail wanted', () => {
  expect(learn(noLessons, report)).toEqual([{ ...report, signals: ['sells-contacts'] }])
})

test('an address is kept in the form in which it is compared', () => {
  const [lesson] = learn(noLessons, { ...report, sender: ' Pat@Vendor.COM ' })
  expect(lesson?.sender).toBe('pat@vendor.com')
})

test('an act told twice counts once, and a late repetition changes nothing', () => {
  const once = learnAll([report, { ...report, id: 'a2', act: 'restored', actedAtMs: 2_000 }])
  expect(learn(once, report)).toEqual(once)
  expect(learn(once, { ...report, act: 'restored', actedAtMs: 9_000 })).toEqual(once)
})

test.each([
  ['no sender', { sender: '' }],
  ['a name for a sender', { sender: 'Pat' }],
  ['a sender longer than any address', { sender: `${'p'.repeat(250)}@vendor.com` }],
  ['no id', { id: '' }],
  ['no time', { actedAtMs: Number.NaN }],
])('%s: nothing to learn from', (_case, change) => {
  expect(learn(noLessons, { ...report, ...change })).toEqual([])
})

test('of one sender the newest acts are kept', () => {
  const acts = [5, 3, 1, 4, 2].map((at) => ({ ...report, id: `a${at}`, actedAtMs: at }))
  expect(learnAll(acts).map(({ id }) => id)).toEqual(['a5', 'a4', 'a3'])
})

test('when there is too much to remember, the oldest falls out', () => {
  const acts = Array.from({ length: mostLessons + 1 }, (_, index) => ({
    ...report,
    id: `a${index}`,
    actedAtMs: index,
    sender: `pat@vendor${index}.com`,
  }))
  const lessons = parseLessons(acts)
  expect(lessons).toHaveLength(mostLessons)
  expect(lessons.map(({ id }) => id)).not.toContain('a0')
})

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'lessons'],
  ['an object', { 0: report, length: 1 }],
  ['a list of nonsense', [null, 1, 'x', [], {}]],
])('a stored state of %s is an empty one', (_case, stored) => {
  expect(parseLessons(stored)).toEqual([])
})

test.each([
  ['an unknown act', { act: 'deleted' }],
  ['an unknown category', { category: 'weather' }],
  ['a broken sender', { sender: null }],
  ['a broken time', { actedAtMs: '1000' }],
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

const act: fc.Arbitrary<Act> = fc.record({
  id: fc.uuid(),
  act: fc.constantFrom('restored', 'reported'),
  actedAtMs: fc.integer({ min: 0, max: 50 }),
  sender: fc.oneof(fc.constantFrom(...people), fc.emailAddress()),
  category: fc.constantFrom(...categories),
  signals: fc.subarray(Object.keys(signals) as Signal[], { maxLength: 6 }),
})
const acts = fc.array(act, { maxLength: 40 })
/** So few that nothing falls out. */
const fewActs = fc.uniqueArray(act, { maxLength: 40, selector: ({ sender }) => sender })

test('whatever happens, a state stays within its bounds and survives being stored', () => {
  fc.assert(
    fc.property(acts, (list) => {
      const lessons = learnAll(list)
      const perSender = Map.groupBy(lessons, ({ sender }) => sender)
      for (const group of perSender.values())
        expect(group.length).toBeLessThanOrEqual(mostLessonsPerSender)
      expect(JSON.stringify(lessons).length).toBeLessThan(lessons.length * 800 + 3)
      expect(parseLessons(JSON.parse(JSON.stringify(lessons)))).toEqual(lessons)
    }),
    seeded,
  )
})

test('the order in which acts are told does not matter', () => {
  fc.assert(
    fc.property(acts, fc.infiniteStream(fc.nat()), (list, chance) => {
      const shuffled = list
        .map((one) => ({ one, at: chance.next().value }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one)
      expect(learnAll(shuffled)).toEqual(learnAll(list))
    }),
    seeded,
  )
})

test('an act taken back leaves the state as it was', () => {
  fc.assert(
    fc.property(fewActs, act, (list, one) => {
      fc.pre(!list.some(({ sender }) => sender === one.sender))
      const before = learnAll(list)
      expect(unlearn(learn(before, one), one.id)).toEqual(before)
      expect(unlearn(learnAll([one, ...list]), one.id)).toEqual(before)
    }),
    seeded,
  )
})

test('a report that was restored and then taken back is a report again', () => {
  const before = learn(noLessons, report)
  const restored = learn(before, { ...report, id: 'a2', act: 'restored', actedAtMs: 2_000 })
  expect(unlearn(restored, 'a2')).toEqual(before)
})

test('forgetting a sender leaves no trace, as if they had never written', () => {
  fc.assert(
    fc.property(acts, fc.constantFrom(...people), (list, sender) => {
      const isTheirs = (one: Act) => one.sender.toLowerCase() === sender.toLowerCase()
      const lessons = forgetSender(learnAll(list), sender.toUpperCase())
      expect(JSON.stringify(lessons)).not.toContain(sender.toLowerCase())
      expect(lessons).toEqual(learnAll(list.filter((one) => !isTheirs(one))))
    }),
    seeded,
  )
})

test('forgetting a stranger changes nothing', () => {
  const lessons = learn(noLessons, report)
  expect(forgetSender(lessons, 'sam@vendor.com')).toEqual(lessons)
  expect(unlearn(lessons, 'unknown')).toEqual(lessons)
})
