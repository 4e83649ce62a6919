import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { categories, type Category } from '../screening/categories.ts'
import { decide, type Decision } from '../screening/decide.ts'
import { isBeyondDoubt, isUnsure, type Verdict } from '../screening/verdict.ts'
import type { Policy } from '../screening/policy.ts'
import { stranger } from '../screening/sender-facts.ts'
import {
  applyLessons,
  lessonReasons,
  toOffset,
  type JudgedMessage,
  type Offset,
} from './verdict-offset.ts'
import { learn, noLessons, parseLessons, unlearn, type Lessons } from './lessons.ts'
import { signals, type Signal } from '../screening/signals.ts'
import type { KeepReason } from '../screening/keep-rules.ts'
import { thresholds } from '../screening/thresholds.ts'

type LearnableAction = Parameters<typeof learn>[1]

const { unsure, filter, certain } = thresholds.sales
const unsureVerdict: Verdict = { category: 'sales', score: unsure, signals: ['asks-for-a-call'] }
const filtering: Policy = { mode: 'filter', unwanted: new Set(categories), smartResponse: true }

const messageFrom = (
  sender: string | null,
  changes: Partial<JudgedMessage> = {},
): JudgedMessage => ({
  sender,
  keepReason: null,
  verdict: unsureVerdict,
  ...changes,
})

/** The same action on one message of each sender, one after the other. */
function actionsOn(
  action: LearnableAction['action'],
  senders: readonly string[],
  changes: Partial<LearnableAction> = {},
): LearnableAction[] {
  return senders.map((sender, index) => ({
    id: `${action}-${index}`,
    action,
    actionAtMs: index,
    sender,
    category: 'sales',
    signals: [],
    ...changes,
  }))
}

const lessonsFrom = (...actions: LearnableAction[]): Lessons => learn(noLessons, ...actions)

function decideWith(lessons: Lessons, judged: JudgedMessage) {
  return decide(applyLessons(judged.verdict, toOffset(lessons, judged)), filtering, stranger)
}

const five = ['pat@a.com', 'pat@b.com', 'pat@c.com', 'pat@d.com', 'pat@e.com']

describe('a sender', () => {
  test('without lessons is judged by the message alone', () => {
    expect(toOffset(noLessons, messageFrom('pat@vendor.com'))).toEqual({ logOdds: 0, reasons: [] })
  })

  test('reported once gets a higher score, and reported twice is filtered if the verdict was unsure', () => {
    const once = lessonsFrom(...actionsOn('reported', ['pat@vendor.com']))
    const twice = lessonsFrom(...actionsOn('reported', ['pat@vendor.com', 'pat@vendor.com']))
    const reasons = ['sender-reported']
    expect(toOffset(once, messageFrom('Pat@Vendor.com'))).toEqual({ logOdds: 3, reasons })
    expect(toOffset(twice, messageFrom('pat@vendor.com'))).toEqual({ logOdds: 6, reasons })
    expect(decideWith(once, messageFrom('pat@vendor.com')).outcome).toBe('keep')
    for (const category of categories) {
      const verdict = { ...unsureVerdict, category, score: thresholds[category].unsure }
      expect(decideWith(twice, messageFrom('pat@vendor.com', { verdict }))).toEqual({
        outcome: 'filter',
        reason: 'cold-outreach',
        mayReply: false,
      })
    }
  })

  test('restored once is kept, even if the verdict is certain', () => {
    const lessons = lessonsFrom(...actionsOn('restored', ['pat@vendor.com']))
    expect(toOffset(lessons, messageFrom('pat@vendor.com'))).toEqual({
      logOdds: -10,
      reasons: ['sender-restored'],
    })
    for (const category of categories)
      expect(
        decideWith(
          lessons,
          messageFrom('pat@vendor.com', { verdict: { ...unsureVerdict, category, score: 1 } }),
        ),
      ).toEqual({ outcome: 'keep', reason: 'not-cold' })
  })

  test.each([
    ['restored after reports', ['reported', 'reported', 'restored'], -10],
    ['reported after a restore', ['restored', 'reported'], 3],
    ['reported on both sides of a restore', ['reported', 'restored', 'reported'], 3],
  ] as const)('%s: the last action wins', (_case, actions, expected) => {
    const history = actions.map((action, at) => ({
      ...actionsOn(action, ['pat@vendor.com'])[0]!,
      id: `a${at}`,
      actionAtMs: at,
    }))
    expect(toOffset(lessonsFrom(...history), messageFrom('pat@vendor.com')).logOdds).toBe(expected)
    expect(
      toOffset(lessonsFrom(...history.toReversed()), messageFrom('pat@vendor.com')).logOdds,
    ).toBe(expected)
  })

  test('whose report is undone is judged as before', () => {
    const lessons = lessonsFrom(...actionsOn('reported', ['pat@vendor.com']))
    expect(toOffset(unlearn(lessons, 'reported-0'), messageFrom('pat@vendor.com')).logOdds).toBe(0)
  })
})

describe('a domain', () => {
  test('gets a lower score after one colleague was restored', () => {
    const lessons = lessonsFrom(...actionsOn('restored', ['pat@mail.vendor.com']))
    expect(toOffset(lessons, messageFrom('sam@vendor.com'))).toEqual({
      logOdds: -1,
      reasons: ['domain-restored'],
    })
  })

  test('gets a higher score only after several colleagues were reported', () => {
    const colleagues = ['pat@vendor.com', 'kim@vendor.com', 'jo@eu.vendor.com', 'al@vendor.com']
    const after = (count: number) =>
      toOffset(
        lessonsFrom(...actionsOn('reported', colleagues.slice(0, count))),
        messageFrom('sam@vendor.com'),
      )
    expect([0, 1, 2, 3, 4].map((count) => after(count).logOdds)).toEqual([0, 0, 1, 2, 2])
    expect(after(2).reasons).toEqual(['domain-reported'])
  })

  test.each(['gmail.com', 'hotmail.co.uk', 'web.de'])(
    'that is freemail has no effect: %s',
    (domain) => {
      const others = ['pat', 'kim', 'jo'].map((name) => `${name}@${domain}`)
      const reports = actionsOn('reported', others, { category: 'investor' })
      expect(toOffset(lessonsFrom(...reports), messageFrom(`sam@${domain}`)).logOdds).toBe(0)
      const restores = actionsOn('restored', others, { category: 'investor' })
      expect(toOffset(lessonsFrom(...restores), messageFrom(`sam@${domain}`)).logOdds).toBe(0)
    },
  )

  test('is not affected by another domain under the same public suffix', () => {
    const lessons = lessonsFrom(...actionsOn('restored', ['pat@vendor.co.uk', 'kim@ann.github.io']))
    expect(toOffset(lessons, messageFrom('sam@other.co.uk')).logOdds).toBe(0)
    expect(toOffset(lessons, messageFrom('sam@bob.github.io')).logOdds).toBe(0)
  })
})

describe('a kind of message', () => {
  const offsets = (
    action: LearnableAction['action'],
    changes: Partial<LearnableAction>,
    verdict: Verdict,
  ) =>
    [1, 2, 3, 4, 5].map(
      (count) =>
        toOffset(
          lessonsFrom(...actionsOn(action, five.slice(0, count), changes)),
          messageFrom('sam@vendor.com', { verdict }),
        ).logOdds,
    )

  test('is learned from several organisations, and shifts the score a little', () => {
    expect(offsets('reported', {}, unsureVerdict)).toEqual([0, 0, 0.25, 0.5, 0.5])
    expect(offsets('restored', {}, unsureVerdict)).toEqual([0, 0, -0.25, -0.5, -0.75])
    expect(offsets('reported', { category: 'recruiter' }, unsureVerdict)).toEqual([0, 0, 0, 0, 0])
  })

  test('is also recognised by what it asks for', () => {
    const story: Partial<LearnableAction> = {
      category: 'other',
      signals: ['pitches-a-story', 'flatters'],
    }
    const asking = (...named: Signal[]) => ({ ...unsureVerdict, signals: named })
    expect(offsets('reported', story, asking('pitches-a-story'))).toEqual([0, 0, 0.25, 0.5, 0.5])
    expect(offsets('restored', story, asking('pitches-a-story'))).toEqual([
      0, 0, -0.25, -0.5, -0.75,
    ])
    expect(offsets('reported', story, asking('wants-a-link', 'flatters'))).toEqual([0, 0, 0, 0, 0])
  })

  test('is not learned from one person with many addresses', () => {
    const tagged = ['pat+1@gmail.com', 'pat+2@gmail.com', 'p.a.t@googlemail.com', 'pat@gmail.com']
    const lessons = lessonsFrom(...actionsOn('reported', tagged))
    expect(toOffset(lessons, messageFrom('sam@vendor.com')).logOdds).toBe(0)
  })

  test('is not learned from contradictory actions', () => {
    const lessons = lessonsFrom(
      ...actionsOn('reported', five.slice(0, 2)),
      ...actionsOn('restored', five.slice(2, 5)),
    )
    expect(toOffset(lessons, messageFrom('sam@vendor.com')).logOdds).toBe(0)
  })
})

test('reasons come strongest first, and each has a sentence', () => {
  const stories = [...five, 'pat@f.com'].map((sender) => sender.replace('pat', 'editor'))
  const lessons = lessonsFrom(
    ...actionsOn('reported', ['jo@x.com', 'jo@y.com', 'jo@z.com']),
    ...actionsOn('restored', stories, { category: 'other', signals: ['pitches-a-story'] }),
  )
  const verdict: Verdict = { ...unsureVerdict, signals: ['pitches-a-story'] }
  const offset = toOffset(lessons, messageFrom('pat@vendor.com', { verdict }))
  expect(offset).toEqual({ logOdds: 0.25 - 1, reasons: ['request-restored', 'category-reported'] })
  expect(offset.reasons.map((reason) => lessonReasons[reason])).toEqual([
    'You often restore emails that ask for the same thing',
    'You often report emails of this kind',
  ])
})

test('lessons have no effect on a message without a sender', () => {
  const lessons = lessonsFrom(...actionsOn('reported', five))
  expect(toOffset(lessons, messageFrom(null)).logOdds).toBe(0)
})

const raised: Offset = { logOdds: 6, reasons: [] }
const lowered: Offset = { logOdds: -0.5, reasons: [] }
const at = (score: number): Verdict => ({ ...unsureVerdict, score })

test.each([
  ['lessons do not raise the score of an ordinary message', unsure - 0.001, raised, unsure - 0.001],
  ['lessons raise an unsure score to the filter threshold, not beyond', unsure, raised, filter],
  ['lessons do not raise a score that already filters', filter, raised, filter],
  ['lessons do not raise a certain score', certain, raised, certain],
  ['without lessons the score stays', 0.5, { logOdds: 0, reasons: [] }, 0.5],
])('%s', (_case, score, offset, expected) => {
  expect(applyLessons(at(score), offset)).toEqual(at(expected))
})

test('a negative offset is subtracted from the log-odds of the score', () => {
  expect(applyLessons(at(0.5), lowered).score).toBeCloseTo(0.3775, 4)
  expect(applyLessons(at(0), lowered).score).toBe(0)
})

test('a verdict that a language model confirmed is no longer beyond doubt after a restore of similar email', () => {
  const confirmed: Verdict = { ...at(certain - 0.001), isConfirmed: true }
  const restored = lessonsFrom(...actionsOn('restored', ['kim@vendor.com']))
  const offset = toOffset(restored, messageFrom('pat@vendor.com', { verdict: confirmed }))
  expect(offset.reasons).toEqual(['domain-restored'])
  expect(isBeyondDoubt(applyLessons(confirmed, { logOdds: 0, reasons: [] }))).toBe(true)
  expect(isBeyondDoubt(applyLessons(confirmed, offset))).toBe(false)
  expect(isBeyondDoubt(applyLessons(confirmed, { logOdds: -0.25, reasons: [] }))).toBe(false)
})

const seeded = { seed: 20_240_514, numRuns: 300 }
const people = [...five, 'sam@vendor.com', 'pat@vendor.com', 'kim@eu.vendor.com', 'jo@gmail.com']
const someone = fc.constantFrom(...people)
const anyCategory = fc.constantFrom<Category>(...categories)
const anySignals = fc.subarray(Object.keys(signals) as Signal[], { maxLength: 8 })
const anyAction: fc.Arbitrary<LearnableAction> = fc.record({
  id: fc.uuid(),
  action: fc.constantFrom('restored', 'reported'),
  actionAtMs: fc.integer({ min: 0, max: 30 }),
  sender: someone,
  category: anyCategory,
  signals: anySignals,
})
const history = fc.array(anyAction, { maxLength: 25 })
const score = fc.double({ min: 0, max: 1, noNaN: true })
const verdict = fc.record({ category: anyCategory, score, signals: anySignals })
const judged: fc.Arbitrary<JudgedMessage> = fc.record({
  sender: someone,
  keepReason: fc.constant(null),
  verdict,
})

test('any offset stays within its limits and has reasons', () => {
  fc.assert(
    fc.property(history, judged, (actions, one) => {
      const { logOdds, reasons } = toOffset(lessonsFrom(...actions), one)
      expect(logOdds).toBeGreaterThanOrEqual(-10)
      expect(logOdds).toBeLessThanOrEqual(6)
      expect(logOdds === 0 || reasons.length > 0).toBe(true)
    }),
    seeded,
  )
})

test('lessons raise only unsure verdicts, and only to the threshold for filtering', () => {
  fc.assert(
    fc.property(history, judged, (actions, one) => {
      const before = one.verdict
      const after = applyLessons(before, toOffset(lessonsFrom(...actions), one))
      const most = isUnsure(before) ? thresholds[before.category].filter : before.score
      expect(after.score).toBeGreaterThanOrEqual(0)
      expect(after.score).toBeLessThanOrEqual(most)
      const { category, signals: shown } = before
      expect(after).toMatchObject({ category, signals: shown })
    }),
    seeded,
  )
})

test('a lesson never causes a smart response', () => {
  const getsReply = (decision: Decision) => decision.outcome === 'filter' && decision.mayReply
  fc.assert(
    fc.property(history, judged, (actions, one) => {
      const getsReplyNow = getsReply(decideWith(lessonsFrom(...actions), one))
      expect(getsReplyNow && !getsReply(decide(one.verdict, filtering, stranger))).toBe(false)
    }),
    seeded,
  )
})

const keepReason = fc.constantFrom<KeepReason>(
  'own-address',
  'internal',
  'known-contact',
  'whitelisted',
  'restored-sender',
  'reply',
  'too-little-text',
  'common-contact',
)

test('a message that a keep rule keeps is kept, whatever was learned', () => {
  fc.assert(
    fc.property(history, judged, keepReason, (actions, one, reason) => {
      const offset = toOffset(lessonsFrom(...actions), { ...one, keepReason: reason })
      expect(offset).toEqual({ logOdds: 0, reasons: [] })
      expect(applyLessons(one.verdict, offset)).toEqual(one.verdict)
    }),
    seeded,
  )
})

test('lessons keep the order of two scores', () => {
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
  const fewActions = fc.uniqueArray(anyAction, { maxLength: 10, selector: ({ sender }) => sender })
  fc.assert(
    fc.property(fewActions, anyAction, judged, (actions, more, one) => {
      const lessons = lessonsFrom(...actions)
      const before = toOffset(lessons, one).logOdds
      const after = toOffset(learn(lessons, more), one).logOdds
      expect(more.action === 'reported' ? after - before : before - after).toBeGreaterThanOrEqual(0)
    }),
    seeded,
  )
})

test('reports about one company do not affect messages of others', () => {
  const colleague = fc.constantFrom('pat', 'sam', 'kim', 'jo').map((name) => `${name}@vendor.com`)
  const reports = fc.array(
    fc
      .tuple(anyAction, colleague)
      .map(([one, sender]): LearnableAction => ({ ...one, action: 'reported', sender })),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(reports, judged, (actions, one) => {
      const stranger = { ...one, sender: 'ann@elsewhere.com' }
      expect(toOffset(lessonsFrom(...actions), stranger).logOdds).toBe(0)
    }),
    seeded,
  )
})

test('a sender restored last is not filtered, whatever else was learned', () => {
  fc.assert(
    fc.property(history, judged, (actions, one) => {
      const restored = { ...actionsOn('restored', [one.sender ?? ''])[0]!, actionAtMs: 31 }
      expect(decideWith(lessonsFrom(...actions, restored), one).outcome).toBe('keep')
    }),
    seeded,
  )
})

test('a stored state has the same effect when it is read back', () => {
  fc.assert(
    fc.property(history, judged, (actions, one) => {
      const lessons = lessonsFrom(...actions)
      const stored: unknown = JSON.parse(JSON.stringify(lessons))
      expect(toOffset(parseLessons(stored), one)).toEqual(toOffset(lessons, one))
    }),
    seeded,
  )
})
