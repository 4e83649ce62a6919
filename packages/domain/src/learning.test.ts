import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  categories,
  decide,
  isUnsure,
  type Category,
  type Decision,
  type Policy,
  type Verdict,
} from './decide.ts'
import { applyLessons, lessonReasons, toOffset, type JudgedMail, type Offset } from './learning.ts'
import { learn, noLessons, parseLessons, unlearn, type Lessons } from './lessons.ts'
import { signals, type Signal } from './signals.ts'
import type { SkipReason } from './skip-rules.ts'
import { thresholds } from './thresholds.ts'

type Act = Parameters<typeof learn>[1]

const { unsure, filter, certain } = thresholds.sales
const doubtful: Verdict = { category: 'sales', score: unsure, signals: ['asks-for-a-call'] }
const filtering: Policy = { mode: 'filter', unwanted: new Set(categories), smartResponse: true }

const mail = (sender: string | null, changes: Partial<JudgedMail> = {}): JudgedMail => ({
  sender,
  skipReason: null,
  verdict: doubtful,
  ...changes,
})

/** Acts on mail of these senders, one after the other. */
function taught(act: Act['act'], senders: readonly string[], changes: Partial<Act> = {}): Act[] {
  return senders.map((sender, index) => ({
    id: `${act}-${index}`,
    act,
    actedAtMs: index,
    sender,
    category: 'sales',
    signals: [],
    ...changes,
  }))
}

const lessonsFrom = (...acts: Act[]): Lessons => learn(noLessons, ...acts)

function decideWith(lessons: Lessons, judged: JudgedMail) {
  return decide(applyLessons(judged.verdict, toOffset(lessons, judged)), filtering)
}

const five = ['pat@a.com', 'pat@b.com', 'pat@c.com', 'pat@d.com', 'pat@e.com']

describe('a sender', () => {
  test('of whom nothing was learned is judged by the mail alone', () => {
    expect(toOffset(noLessons, mail('pat@vendor.com'))).toEqual({ logOdds: 0, reasons: [] })
  })

  test('reported once is doubted more, and reported twice is set aside wherever there was doubt', () => {
    const once = lessonsFrom(...taught('reported', ['pat@vendor.com']))
    const twice = lessonsFrom(...taught('reported', ['pat@vendor.com', 'pat@vendor.com']))
    const reasons = ['sender-reported']
    expect(toOffset(once, mail('Pat@Vendor.com'))).toEqual({ logOdds: 3, reasons })
    expect(toOffset(twice, mail('pat@vendor.com'))).toEqual({ logOdds: 6, reasons })
    expect(decideWith(once, mail('pat@vendor.com')).outcome).toBe('keep')
    for (const category of categories) {
      const verdict = { ...doubtful, category, score: thresholds[category].unsure }
      expect(decideWith(twice, mail('pat@vendor.com', { verdict }))).toEqual({
        outcome: 'filter',
        reason: 'cold-outreach',
        respond: false,
      })
    }
  })

  test('restored once is kept, however sure the verdict', () => {
    const lessons = lessonsFrom(...taught('restored', ['pat@vendor.com']))
    expect(toOffset(lessons, mail('pat@vendor.com'))).toEqual({
      logOdds: -10,
      reasons: ['sender-restored'],
    })
    for (const category of categories)
      expect(
        decideWith(
          lessons,
          mail('pat@vendor.com', { verdict: { ...doubtful, category, score: 1 } }),
        ),
      ).toEqual({ outcome: 'keep', reason: 'not-cold' })
  })

  test.each([
    ['restored after reports', ['reported', 'reported', 'restored'], -10],
    ['reported after a restore', ['restored', 'reported'], 3],
    ['reported on both sides of a restore', ['reported', 'restored', 'reported'], 3],
  ] as const)('%s: the last act wins (I6)', (_case, acts, expected) => {
    const history = acts.map((act, at) => ({
      ...taught(act, ['pat@vendor.com'])[0]!,
      id: `a${at}`,
      actedAtMs: at,
    }))
    expect(toOffset(lessonsFrom(...history), mail('pat@vendor.com')).logOdds).toBe(expected)
    expect(toOffset(lessonsFrom(...history.toReversed()), mail('pat@vendor.com')).logOdds).toBe(
      expected,
    )
  })

  test('whose report is taken back is as before', () => {
    const lessons = lessonsFrom(...taught('reported', ['pat@vendor.com']))
    expect(toOffset(unlearn(lessons, 'reported-0'), mail('pat@vendor.com')).logOdds).toBe(0)
  })
})

describe('a domain', () => {
  test('gains by one restored colleague', () => {
    const lessons = lessonsFrom(...taught('restored', ['pat@mail.vendor.com']))
    expect(toOffset(lessons, mail('sam@vendor.com'))).toEqual({
      logOdds: -1,
      reasons: ['domain-restored'],
    })
  })

  test('suffers only when several colleagues were reported: the second salesperson is judged like the first', () => {
    const colleagues = ['pat@vendor.com', 'kim@vendor.com', 'jo@eu.vendor.com', 'al@vendor.com']
    const after = (count: number) =>
      toOffset(
        lessonsFrom(...taught('reported', colleagues.slice(0, count))),
        mail('sam@vendor.com'),
      )
    expect([0, 1, 2, 3, 4].map((count) => after(count).logOdds)).toEqual([0, 0, 1, 2, 2])
    expect(after(2).reasons).toEqual(['domain-reported'])
  })

  test.each(['gmail.com', 'hotmail.co.uk', 'web.de'])(
    'that is freemail says nothing: %s',
    (domain) => {
      const others = ['pat', 'kim', 'jo'].map((name) => `${name}@${domain}`)
      const reports = taught('reported', others, { category: 'investor' })
      expect(toOffset(lessonsFrom(...reports), mail(`sam@${domain}`)).logOdds).toBe(0)
      const restores = taught('restored', others, { category: 'investor' })
      expect(toOffset(lessonsFrom(...restores), mail(`sam@${domain}`)).logOdds).toBe(0)
    },
  )

  test('on a shared suffix is not its neighbour', () => {
    const lessons = lessonsFrom(...taught('restored', ['pat@vendor.co.uk', 'kim@ann.github.io']))
    expect(toOffset(lessons, mail('sam@other.co.uk')).logOdds).toBe(0)
    expect(toOffset(lessons, mail('sam@bob.github.io')).logOdds).toBe(0)
  })
})

describe('a kind of mail', () => {
  const offsets = (act: Act['act'], changes: Partial<Act>, verdict: Verdict) =>
    [1, 2, 3, 4, 5].map(
      (count) =>
        toOffset(
          lessonsFrom(...taught(act, five.slice(0, count), changes)),
          mail('sam@vendor.com', { verdict }),
        ).logOdds,
    )

  test('is learned from several organisations, and a little', () => {
    expect(offsets('reported', {}, doubtful)).toEqual([0, 0, 0.25, 0.5, 0.5])
    expect(offsets('restored', {}, doubtful)).toEqual([0, 0, -0.25, -0.5, -0.75])
    expect(offsets('reported', { category: 'recruiter' }, doubtful)).toEqual([0, 0, 0, 0, 0])
  })

  test('is learned by what it wants, too', () => {
    const story: Partial<Act> = { category: 'other', signals: ['pitches-a-story', 'flatters'] }
    const wanting = (...named: Signal[]) => ({ ...doubtful, signals: named })
    expect(offsets('reported', story, wanting('pitches-a-story'))).toEqual([0, 0, 0.25, 0.5, 0.5])
    expect(offsets('restored', story, wanting('pitches-a-story'))).toEqual([
      0, 0, -0.25, -0.5, -0.75,
    ])
    expect(offsets('reported', story, wanting('wants-a-link', 'flatters'))).toEqual([0, 0, 0, 0, 0])
  })

  test('is not learned from one person with many addresses', () => {
    const tagged = ['pat+1@gmail.com', 'pat+2@gmail.com', 'p.a.t@googlemail.com', 'pat@gmail.com']
    const lessons = lessonsFrom(...taught('reported', tagged))
    expect(toOffset(lessons, mail('sam@vendor.com')).logOdds).toBe(0)
  })

  test('is not learned from what the user was of two minds about', () => {
    const lessons = lessonsFrom(
      ...taught('reported', five.slice(0, 2)),
      ...taught('restored', five.slice(2, 5)),
    )
    expect(toOffset(lessons, mail('sam@vendor.com')).logOdds).toBe(0)
  })
})

test('reasons come strongest first, and each can be told', () => {
  const stories = [...five, 'pat@f.com'].map((sender) => sender.replace('pat', 'editor'))
  const lessons = lessonsFrom(
    ...taught('reported', ['jo@x.com', 'jo@y.com', 'jo@z.com']),
    ...taught('restored', stories, { category: 'other', signals: ['pitches-a-story'] }),
  )
  const verdict: Verdict = { ...doubtful, signals: ['pitches-a-story'] }
  const offset = toOffset(lessons, mail('pat@vendor.com', { verdict }))
  expect(offset).toEqual({ logOdds: 0.25 - 1, reasons: ['wish-restored', 'category-reported'] })
  expect(offset.reasons.map((reason) => lessonReasons[reason])).toEqual([
    'You often put mail back that wants the same',
    'You often report mail of this kind',
  ])
})

test('mail without a sender is judged by itself', () => {
  const lessons = lessonsFrom(...taught('reported', five))
  expect(toOffset(lessons, mail(null)).logOdds).toBe(0)
})

const raised: Offset = { logOdds: 6, reasons: [] }
const lowered: Offset = { logOdds: -0.5, reasons: [] }
const at = (score: number): Verdict => ({ ...doubtful, score })

test.each([
  ['plainly ordinary mail stays where it is', unsure - 0.001, raised, unsure - 0.001],
  ['doubt is settled, and no more than that', unsure, raised, filter],
  ['what is set aside anyway is not made surer', filter, raised, filter],
  ['what is certain stays certain', certain, raised, certain],
  ['no lesson, no change', 0.5, { logOdds: 0, reasons: [] }, 0.5],
])('%s', (_case, score, offset, expected) => {
  expect(applyLessons(at(score), offset)).toEqual(at(expected))
})

test('a verdict is lowered by the odds', () => {
  expect(applyLessons(at(0.5), lowered).score).toBeCloseTo(0.3775, 4)
  expect(applyLessons(at(0), lowered).score).toBe(0)
})

const seeded = { seed: 20_240_514, numRuns: 300 }
const people = [...five, 'sam@vendor.com', 'pat@vendor.com', 'kim@eu.vendor.com', 'jo@gmail.com']
const someone = fc.constantFrom(...people)
const anyCategory = fc.constantFrom<Category>(...categories)
const anySignals = fc.subarray(Object.keys(signals) as Signal[], { maxLength: 8 })
const act: fc.Arbitrary<Act> = fc.record({
  id: fc.uuid(),
  act: fc.constantFrom('restored', 'reported'),
  actedAtMs: fc.integer({ min: 0, max: 30 }),
  sender: someone,
  category: anyCategory,
  signals: anySignals,
})
const history = fc.array(act, { maxLength: 25 })
const score = fc.double({ min: 0, max: 1, noNaN: true })
const verdict = fc.record({ category: anyCategory, score, signals: anySignals })
const judged: fc.Arbitrary<JudgedMail> = fc.record({
  sender: someone,
  skipReason: fc.constant(null),
  verdict,
})

test('whatever was learned, the shift stays within its bounds and has its reasons', () => {
  fc.assert(
    fc.property(history, judged, (acts, one) => {
      const { logOdds, reasons } = toOffset(lessonsFrom(...acts), one)
      expect(logOdds).toBeGreaterThanOrEqual(-10)
      expect(logOdds).toBeLessThanOrEqual(6)
      expect(logOdds === 0 || reasons.length > 0).toBe(true)
    }),
    seeded,
  )
})

test('lessons raise a verdict out of doubt to the threshold, and no other verdict at all', () => {
  fc.assert(
    fc.property(history, judged, (acts, one) => {
      const before = one.verdict
      const after = applyLessons(before, toOffset(lessonsFrom(...acts), one))
      const most = isUnsure(before) ? thresholds[before.category].filter : before.score
      expect(after.score).toBeGreaterThanOrEqual(0)
      expect(after.score).toBeLessThanOrEqual(most)
      expect({ ...after, score: before.score }).toEqual(before)
    }),
    seeded,
  )
})

test('nobody is answered because of a lesson', () => {
  const isAnswered = (decision: Decision) => decision.outcome === 'filter' && decision.respond
  fc.assert(
    fc.property(history, judged, (acts, one) => {
      const isAnsweredNow = isAnswered(decideWith(lessonsFrom(...acts), one))
      expect(isAnsweredNow && !isAnswered(decide(one.verdict, filtering))).toBe(false)
    }),
    seeded,
  )
})

const skipReason = fc.constantFrom<SkipReason>(
  'own-address',
  'internal',
  'known-contact',
  'whitelisted',
  'restored-sender',
  'reply',
  'too-little-text',
  'common-contact',
)

test('mail that a skip rule leaves alone is left alone, whatever was learned (F66)', () => {
  fc.assert(
    fc.property(history, judged, skipReason, (acts, one, reason) => {
      const offset = toOffset(lessonsFrom(...acts), { ...one, skipReason: reason })
      expect(offset).toEqual({ logOdds: 0, reasons: [] })
      expect(applyLessons(one.verdict, offset)).toEqual(one.verdict)
    }),
    seeded,
  )
})

test('a surer verdict stays the surer one', () => {
  const offset = fc
    .double({ min: -10, max: 6, noNaN: true })
    .map((logOdds): Offset => ({ logOdds, reasons: [] }))
  fc.assert(
    fc.property(verdict, score, offset, (one, other, by) => {
      const [less, more] = [one.score, other].sort((a, b) => a - b)
      const after = [less, more].map(
        (value = 0) => applyLessons({ ...one, score: value }, by).score,
      )
      expect(after[0]).toBeLessThanOrEqual(after[1] ?? 0)
    }),
    seeded,
  )
})

test('one more report never lowers a verdict, one more restore never raises it', () => {
  const fewActs = fc.uniqueArray(act, { maxLength: 10, selector: ({ sender }) => sender })
  fc.assert(
    fc.property(fewActs, act, judged, (acts, more, one) => {
      const lessons = lessonsFrom(...acts)
      const before = toOffset(lessons, one).logOdds
      const after = toOffset(learn(lessons, more), one).logOdds
      expect(more.act === 'reported' ? after - before : before - after).toBeGreaterThanOrEqual(0)
    }),
    seeded,
  )
})

test('however much of one company is reported, mail of others is judged as before', () => {
  const colleague = fc.constantFrom('pat', 'sam', 'kim', 'jo').map((name) => `${name}@vendor.com`)
  const reports = fc.array(
    fc.tuple(act, colleague).map(([one, sender]): Act => ({ ...one, act: 'reported', sender })),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(reports, judged, (acts, one) => {
      const stranger = { ...one, sender: 'ann@elsewhere.com' }
      expect(toOffset(lessonsFrom(...acts), stranger).logOdds).toBe(0)
    }),
    seeded,
  )
})

test('who was restored last is not filtered, whatever else was learned (I6)', () => {
  fc.assert(
    fc.property(history, judged, (acts, one) => {
      const restored = { ...taught('restored', [one.sender ?? ''])[0]!, actedAtMs: 31 }
      expect(decideWith(lessonsFrom(...acts, restored), one).outcome).toBe('keep')
    }),
    seeded,
  )
})

test('a stored state has the same effect when it is read back', () => {
  fc.assert(
    fc.property(history, judged, (acts, one) => {
      const lessons = lessonsFrom(...acts)
      const stored: unknown = JSON.parse(JSON.stringify(lessons))
      expect(toOffset(parseLessons(stored), one)).toEqual(toOffset(lessons, one))
    }),
    seeded,
  )
})
