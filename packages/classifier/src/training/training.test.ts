import { expect, test } from 'vitest'
import { findDirection } from '../local/phrase-features.ts'
import { calibrate } from './calibration.ts'
import { chooseThresholds, type Judged } from './choose-thresholds.ts'
import { number, type Example, type Examples } from './examples.ts'
import { toAuc, toPercent, type Judgement } from './figures.ts'
import { fitCold } from './fit-cold.ts'
import {
  fitLogistic,
  toLogit,
  toProbability,
  type Lesson,
  type Row,
  type Traits,
} from './logistic-regression.ts'
import { toFolds, type Opinion } from './out-of-fold.ts'
import { findPeople } from './people.ts'
import type { LabelledMail } from './read-corpus.ts'
import { toThresholdsFile } from './thresholds-file.ts'
import { calibrateWithoutFacts } from './train-model.ts'
import { countUses, toVocabulary } from './vocabulary.ts'

function row(...at: number[]): Row {
  return { at: Int32Array.from(at), values: new Float64Array(at.length).fill(1) }
}

function lesson(target: 0 | 1, ...at: number[]): Lesson {
  return { row: row(...at), target, weight: 1 }
}

const anyWay: Traits = { directions: new Int32Array(3), areWords: new Int32Array(3) }

test('a regression learns which feature tells, the same every time', () => {
  const lessons = [[0, 2], [0], [0, 2]]
    .map((at) => lesson(1, ...at))
    .concat([[1, 2], [1], [1]].map((at) => lesson(0, ...at)))
  const fit = fitLogistic(lessons, anyWay)
  expect(fitLogistic(lessons, anyWay)).toEqual(fit)
  const words = { ...anyWay, areWords: Int32Array.of(1, 1, 1) }
  expect(fitLogistic(lessons, words)).toEqual(fitLogistic(lessons, words))
  expect(toProbability(toLogit(fit, row(0)))).toBeGreaterThan(0.6)
  expect(toProbability(toLogit(fit, row(1)))).toBeLessThan(0.4)
})

test('words share what they tell: the rarer of two is not left to the other', () => {
  const lessons = Array.from({ length: 400 }, (_, index) =>
    index % 2 === 0 ? lesson(0, 2) : index % 4 === 1 ? lesson(1, 0) : lesson(1, 0, 1),
  )
  const shareOfRarer = (areWords: Int32Array) => {
    const { weights } = fitLogistic(lessons, { ...anyWay, areWords })
    return (weights[1] ?? 0) / (weights[0] ?? 0)
  }
  const among = shareOfRarer(Int32Array.of(1, 1, 1))
  expect(among).toBeGreaterThan(1.5 * shareOfRarer(Int32Array.of(0, 0, 0)))
})

test('a feature that may speak only one way is silent where the mail says otherwise', () => {
  const lessons = [lesson(1, 0), lesson(0, 1), lesson(1, 0), lesson(0, 1)]
  const { weights } = fitLogistic(lessons, { ...anyWay, directions: Int32Array.of(-1, -1, 0) })
  expect(weights[0]).toBe(0)
  expect(weights[1]).toBeLessThan(0)
})

test('phrases speak the way they were chosen for', () => {
  expect(findDirection('g:offers-a-service')).toBe(1)
  expect(findDirection('h:about-an-order~')).toBe(-1)
  expect(findDirection('w:offers-a-service')).toBe(0)
})

test('calibration finds the curve that made the labels', () => {
  const scored = Array.from({ length: 4_000 }, (_, index) => {
    const sum = (index % 80) / 10 - 4
    const probability = toProbability(0.5 * sum + 1)
    return { sum, isCold: (Math.floor(index / 80) + 0.5) / 50 < probability, weight: 1 }
  })
  const { slope, shift } = calibrate(scored)
  expect(slope).toBeCloseTo(0.5, 1)
  expect(shift).toBeCloseTo(1, 1)
})

test('calibration counts a mail as often as its weight says', () => {
  const once = [-1, 0, 1].flatMap((sum) => [
    { sum, isCold: true, weight: 1 },
    { sum: sum - 1, isCold: false, weight: 1 },
  ])
  const thrice = once.map((one) => ({ ...one, weight: one.isCold ? 3 : 1 }))
  const repeated = once.flatMap((one) => (one.isCold ? [one, one, one] : [one]))
  expect(calibrate(thrice)).toEqual(calibrate(repeated))
})

test('thresholds keep the promise about legitimate mail, and stand in order', () => {
  const judged: Judged[] = Array.from({ length: 2_000 }, (_, index) => ({
    category: 'sales',
    score: index % 2 === 0 ? 1 - (index / 2_000) * 0.6 : (index / 2_000) * 0.95,
    isCold: index % 2 === 0,
  }))
  const { sales } = chooseThresholds(judged)
  const legit = judged.filter(({ isCold }) => !isCold)
  const wrong = legit.filter(({ score }) => score >= sales.filter)
  expect(wrong.length / legit.length).toBeLessThanOrEqual(0.0075)
  expect(sales.unsure).toBeLessThan(sales.filter)
  expect(sales.filter).toBeLessThan(sales.certain)
})

test('a category may be stricter than all mail together, and never laxer', () => {
  const legit = Array.from({ length: 4_000 }, (_, index): Judged => ({
    category: index < 50 ? 'recruiter' : 'other',
    score: index < 50 ? 0.9 + index / 2_000 : 0.1,
    isCold: false,
  }))
  const cold = (category: Judged['category'], score: number) =>
    Array.from({ length: 200 }, (): Judged => ({ category, score, isCold: true }))
  const { sales, recruiter } = chooseThresholds([
    ...legit,
    ...cold('sales', 0.95),
    ...cold('sales', 0.6),
    ...cold('recruiter', 0.95),
  ])
  const common = 0.9 + (49 - 4_000 * 0.0075) / 2_000
  expect(sales.filter).toBe(Math.ceil(common * 1_000) / 1_000)
  expect(recruiter.filter).toBeGreaterThan(sales.filter)
})

test('of mail known by its words alone, eleven legitimate in a thousand reach the common limit', () => {
  const toOpinion = (isCold: boolean, sum: number | null): Opinion => ({
    example: { mail: { ...someMail, isCold }, view: 'words-alone', judgeable: null, row: null },
    sum,
    category: 'sales',
  })
  const legit = Array.from({ length: 1_000 }, (_, index) =>
    toOpinion(false, index < 400 ? null : index / 100 - 7),
  )
  const cold = Array.from({ length: 300 }, (_, index) => toOpinion(true, index / 100))
  const { slope, shift } = calibrateWithoutFacts([...legit, ...cold], 0.92)
  const reach = legit.filter(
    ({ sum }) => sum !== null && toProbability(slope * sum + shift) >= 0.92,
  )
  expect(reach).toHaveLength(11)
  expect(slope).toBeGreaterThan(0)
})

test('thresholds are written as source', () => {
  const one = { unsure: 0.1, filter: 0.9, certain: 0.99 }
  expect(toThresholdsFile({ sales: one, recruiter: one, investor: one, other: one })).toContain(
    '  recruiter: { unsure: 0.1, filter: 0.9, certain: 0.99 },',
  )
})

const numbers = new Map<string, number>()

function example(source: string, id: string, ...names: string[]): Example {
  return {
    mail: { ...someMail, source, id },
    view: 'words-alone',
    judgeable: null,
    row: number(new Map(names.map((name) => [name, 1])), numbers),
  }
}

function toNamed(all: readonly Example[]): Examples {
  return { all, names: [...numbers.keys()], people: new Set(['dana']) }
}

const someMail: LabelledMail = {
  id: 'x',
  record: { id: 'x' } as LabelledMail['record'],
  isCold: true,
  category: 'sales',
  source: 'x',
  origin: 'written',
  kind: 'x',
  language: 'en',
  difficulty: 'plain',
  wasReceived: false,
}

test("a word is known when several hands use it, and nobody's habit is evidence", () => {
  const examples = toNamed([
    example('one', '1', 'w:call', 'w:name', 'w:rare', 'g:flatters'),
    example('one', '2', 'w:call', 'w:name'),
    example('one', '3', 'w:name'),
    example('one', '4', 'w:name'),
    example('two', '5', 'w:call', 'w:name', 'w:rare'),
    example('two', '6', 'w:call', 'w:rare'),
    example('three', '7', 'w:call', 'w:name', 'w:rare'),
  ])
  const uses = countUses(examples)
  expect(toVocabulary(examples, uses).names).toEqual(['g:flatters', 'w:call'])
  expect(toVocabulary(examples, uses, new Set(['two'])).names).toEqual(['g:flatters'])
  expect(toVocabulary(examples, uses, new Set(['one'])).names).toEqual([])
})

test('a name that several hands have hit on is not known', () => {
  const examples = toNamed(
    ['one', 'two', 'three', 'four', 'five'].map((source) =>
      example(
        source,
        source,
        'w:dana',
        'b:from dana',
        'three:mail from dana',
        'b:from us',
        'g:flatters',
      ),
    ),
  )
  const { names } = toVocabulary(examples, countUses(examples))
  expect(names).toEqual(['b:from us', 'g:flatters'])
})

test('a name is what stands mostly in mail from or to somebody who bears it', () => {
  const mail = (from: string, to: string, body: string): LabelledMail => ({
    ...someMail,
    record: { id: 'x', from, to, subject: '', body } as LabelledMail['record'],
  })
  const findBeside = (others: string) =>
    findPeople([
      mail('Dana Müller <d@a.example>', 'Mark Sales <m@b.example>', 'Mark, our sales are up. Dana'),
      mail('Sales <s@a.example>', 'Dana <d@b.example>', 'Dana, Müller and Mark mark the sales.'),
      ...Array.from({ length: 5 }, () => mail('x@a.example', 'y@b.example', others)),
    ])
  expect([...findBeside('Sales mark Oslo.')]).toEqual(['dana'])
  expect([...findBeside('Sales mark Dana.')]).toEqual([])
})

test('each source is left out once, hands among hands and collections among collections', () => {
  const written = Array.from({ length: 9 }, (_, place) => `hand-${place}`)
  const real = Array.from({ length: 8 }, (_, place) => `collection-${place}`)
  const collected = ({ mail, ...one }: Example): Example => ({
    ...one,
    mail: { ...mail, origin: 'real' },
  })
  const examples = [
    ...written.flatMap((source) => [example(source, '1'), example(source, '2')]),
    ...real.map((source) => collected(example(source, '1'))),
  ]
  const folds = toFolds(examples).map((sources) => [...sources])
  expect(folds.flat().toSorted()).toEqual([...real, ...written])
  expect(folds).toHaveLength(12)
  const kindsOf = (sources: readonly string[]) => new Set(sources.map((one) => one.split('-')[0]))
  expect(folds.map((sources) => kindsOf(sources).size)).toEqual(folds.map(() => 1))
})

test('what the envelope tells is learned from few mails', () => {
  const said = example('one', '1', 'q:1')
  const known = example('two', '2', 'e:earlier 3', 'l:1')
  const legit = { ...known, mail: { ...known.mail, isCold: false } }
  const examples = toNamed([said, said, said, legit])
  const vocabulary = toVocabulary(examples, countUses(examples))
  const { weights } = fitCold(examples.all, vocabulary)
  const weightOf = (name: string) => weights[vocabulary.names.indexOf(name)] ?? 0
  expect(weightOf('l:1')).toBeLessThan(0)
  expect(weightOf('e:earlier 3')).toBeLessThan(2 * weightOf('l:1'))
})

test('a rare word is not drowned by a common one', () => {
  const mails = Array.from({ length: 200 }, (_, index) => {
    const names = index % 20 === 0 ? ['w:often', 'w:seldom'] : index % 2 === 0 ? ['w:often'] : []
    const { mail, ...said } = example(`hand-${index % 7}`, String(index), 'w:any', ...names)
    return { ...said, mail: { ...mail, isCold: index % 2 === 0 } }
  })
  const examples = toNamed(mails)
  const vocabulary = toVocabulary(examples, countUses(examples))
  const { weights } = fitCold(examples.all, vocabulary)
  const weightOf = (name: string) => weights[vocabulary.names.indexOf(name)] ?? 0
  expect(weightOf('w:seldom')).toBeGreaterThan(weightOf('w:often') / 3)
})

function judgement(isCold: boolean, score: number): Judgement {
  return {
    mail: { ...someMail, isCold },
    view: 'with-facts',
    verdict: { score, category: 'sales', signals: [] },
  }
}

test('figures: shares carry their interval, and ties count half', () => {
  expect(toPercent({ count: 5, of: 100 })).toBe('5.0 % (2.2–11; 5 of 100)')
  expect(toPercent({ count: 0, of: 0 })).toBe('none')
  expect(toAuc([judgement(true, 0.9), judgement(false, 0.1)])).toBe(1)
  expect(toAuc([judgement(true, 0.5), judgement(false, 0.5)])).toBe(0.5)
})
