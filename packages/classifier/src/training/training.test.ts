import { expect, test } from 'vitest'
import { findDirection } from '../model/phrase-features.ts'
import { calibrate } from './calibration.ts'
import { chooseThresholds, type ScoredMessage } from './choose-thresholds.ts'
import { toFeatureRow, type Example, type Examples } from './examples.ts'
import { toAuc, toPercent, type JudgedExample } from './figures.ts'
import { fitCold } from './fit-cold.ts'
import {
  fitLogistic,
  toLogit,
  toProbability,
  type Sample,
  type Row,
  type FeatureTraits,
} from './logistic-regression.ts'
import { toFolds } from './out-of-fold.ts'
import { findPersonNames } from './person-names.ts'
import type { LabelledMessage } from './read-corpus.ts'
import { toThresholdsFile } from './thresholds-file.ts'
import { countUses, toVocabulary } from './vocabulary.ts'

function row(...at: number[]): Row {
  return { at: Int32Array.from(at), values: new Float64Array(at.length).fill(1) }
}

function sample(target: 0 | 1, ...at: number[]): Sample {
  return { row: row(...at), target, weight: 1 }
}

const anyDirection: FeatureTraits = { directions: new Int32Array(3), wordFlags: new Int32Array(3) }

test('a regression finds the feature that decides, and gives the same result every time', () => {
  const samples = [[0, 2], [0], [0, 2]]
    .map((at) => sample(1, ...at))
    .concat([[1, 2], [1], [1]].map((at) => sample(0, ...at)))
  const fit = fitLogistic(samples, anyDirection)
  expect(fitLogistic(samples, anyDirection)).toEqual(fit)
  const words = { ...anyDirection, areWords: Int32Array.of(1, 1, 1) }
  expect(fitLogistic(samples, words)).toEqual(fitLogistic(samples, words))
  expect(toProbability(toLogit(fit, row(0)))).toBeGreaterThan(0.6)
  expect(toProbability(toLogit(fit, row(1)))).toBeLessThan(0.4)
})

test('dropout makes two words share their evidence: the rarer one keeps more weight', () => {
  const samples = Array.from({ length: 400 }, (_, index) =>
    index % 2 === 0 ? sample(0, 2) : index % 4 === 1 ? sample(1, 0) : sample(1, 0, 1),
  )
  const shareOfRarer = (wordFlags: Int32Array) => {
    const { weights } = fitLogistic(samples, { ...anyDirection, wordFlags })
    return (weights[1] ?? 0) / (weights[0] ?? 0)
  }
  const amongWords = shareOfRarer(Int32Array.of(1, 1, 1))
  expect(amongWords).toBeGreaterThan(1.5 * shareOfRarer(Int32Array.of(0, 0, 0)))
})

test('a feature that may only be negative gets weight 0 if the messages say otherwise', () => {
  const samples = [sample(1, 0), sample(0, 1), sample(1, 0), sample(0, 1)]
  const { weights } = fitLogistic(samples, {
    ...anyDirection,
    directions: Int32Array.of(-1, -1, 0),
  })
  expect(weights[0]).toBe(0)
  expect(weights[1]).toBeLessThan(0)
})

test('phrases may only count for the side they were collected for', () => {
  expect(findDirection('g:offers-a-service')).toBe(1)
  expect(findDirection('h:about-an-order~')).toBe(-1)
  expect(findDirection('w:offers-a-service')).toBe(0)
})

test('calibration finds the curve from which the labels were made', () => {
  const scored = Array.from({ length: 4_000 }, (_, index) => {
    const logit = (index % 80) / 10 - 4
    const probability = toProbability(0.5 * logit + 1)
    return { logit, isCold: (Math.floor(index / 80) + 0.5) / 50 < probability, weight: 1 }
  })
  const { slope, shift } = calibrate(scored)
  expect(slope).toBeCloseTo(0.5, 1)
  expect(shift).toBeCloseTo(1, 1)
})

test('a weight of 3 calibrates like three messages', () => {
  const once = [-1, 0, 1].flatMap((logit) => [
    { logit, isCold: true, weight: 1 },
    { logit: logit - 1, isCold: false, weight: 1 },
  ])
  const thrice = once.map((one) => ({ ...one, weight: one.isCold ? 3 : 1 }))
  const repeated = once.flatMap((one) => (one.isCold ? [one, one, one] : [one]))
  expect(calibrate(thrice)).toEqual(calibrate(repeated))
})

test('thresholds filter at most 0.75 % of legitimate messages, and unsure < filter < certain', () => {
  const scored: ScoredMessage[] = Array.from({ length: 2_000 }, (_, index) => ({
    category: 'sales',
    score: index % 2 === 0 ? 1 - (index / 2_000) * 0.6 : (index / 2_000) * 0.95,
    isCold: index % 2 === 0,
  }))
  const { sales } = chooseThresholds(scored)
  const legit = scored.filter(({ isCold }) => !isCold)
  const wrong = legit.filter(({ score }) => score >= sales.filter)
  expect(wrong.length / legit.length).toBeLessThanOrEqual(0.0075)
  expect(sales.unsure).toBeLessThan(sales.filter)
  expect(sales.filter).toBeLessThan(sales.certain)
})

test('the threshold of a category may be above the common one, never below', () => {
  const legit = Array.from({ length: 4_000 }, (_, index): ScoredMessage => ({
    category: index < 50 ? 'recruiter' : 'other',
    score: index < 50 ? 0.9 + index / 2_000 : 0.1,
    isCold: false,
  }))
  const cold = (category: ScoredMessage['category'], score: number) =>
    Array.from({ length: 200 }, (): ScoredMessage => ({ category, score, isCold: true }))
  const { sales, recruiter } = chooseThresholds([
    ...legit,
    ...cold('sales', 0.95),
    ...cold('sales', 0.6),
    ...cold('recruiter', 0.95),
  ])
  const common = 0.9 + (49 - 4_000 * 0.005) / 2_000
  expect(sales.filter).toBe(Math.ceil(common * 1_000) / 1_000)
  expect(recruiter.filter).toBeGreaterThan(sales.filter)
})

test('thresholds are written as TypeScript source', () => {
  const one = { unsure: 0.1, filter: 0.9, certain: 0.99 }
  expect(toThresholdsFile({ sales: one, recruiter: one, investor: one, other: one })).toContain(
    '  recruiter: { unsure: 0.1, filter: 0.9, certain: 0.99 },',
  )
})

const numbers = new Map<string, number>()

function example(source: string, id: string, ...names: string[]): Example {
  return {
    message: { ...someMessage, source, id },
    view: 'words-alone',
    judgeable: null,
    row: toFeatureRow(new Map(names.map((name) => [name, 1])), numbers),
  }
}

function toExampleSet(all: readonly Example[]): Examples {
  return { all, names: [...numbers.keys()], personNames: new Set(['dana']) }
}

const someMessage: LabelledMessage = {
  id: 'x',
  record: { id: 'x' } as LabelledMessage['record'],
  isCold: true,
  category: 'sales',
  source: 'x',
  origin: 'written',
  kind: 'x',
  language: 'en',
  difficulty: 'plain',
  wasReceived: false,
}

test('the vocabulary has words that several authors use, and no word of a single author', () => {
  const examples = toExampleSet([
    example('one', '1', 'w:call', 'w:name', 'w:rare', 'g:flatters'),
    example('one', '2', 'w:call', 'w:name'),
    example('one', '3', 'w:name'),
    example('one', '4', 'w:name'),
    example('one', '9', 'w:name'),
    example('two', '5', 'w:call', 'w:name', 'w:rare'),
    example('two', '6', 'w:call', 'w:rare'),
    example('three', '7', 'w:call', 'w:name', 'w:rare'),
    example('three', '8', 'w:call', 'w:name', 'w:rare'),
  ])
  const uses = countUses(examples)
  expect(toVocabulary(examples, uses).names).toEqual(['g:flatters', 'w:call'])
  expect(toVocabulary(examples, uses, new Set(['two'])).names).toEqual(['g:flatters'])
  expect(toVocabulary(examples, uses, new Set(['one'])).names).toEqual([])
})

test('the vocabulary has no person names, even if several authors use them', () => {
  const examples = toExampleSet(
    ['one', 'two', 'three', 'four', 'five', 'six'].map((source) =>
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

test('a word is a person name if it is mostly used in messages from or to a person of that name', () => {
  const message = (from: string, to: string, body: string): LabelledMessage => ({
    ...someMessage,
    record: { id: 'x', from, to, subject: '', body } as LabelledMessage['record'],
  })
  const findBeside = (others: string) =>
    findPersonNames([
      message(
        'Dana Müller <d@a.example>',
        'Mark Sales <m@b.example>',
        'Mark, our sales are up. Dana',
      ),
      message('Sales <s@a.example>', 'Dana <d@b.example>', 'Dana, Müller and Mark mark the sales.'),
      ...Array.from({ length: 5 }, () => message('x@a.example', 'y@b.example', others)),
    ])
  expect([...findBeside('Sales mark Oslo.')]).toEqual(['dana'])
  expect([...findBeside('Sales mark Dana.')]).toEqual([])
})

test('each source is left out once, and a fold leaves out authors or collections, never both', () => {
  const written = Array.from({ length: 9 }, (_, index) => `author-${index}`)
  const collections = Array.from({ length: 8 }, (_, index) => `collection-${index}`)
  const toCollected = ({ message, ...one }: Example): Example => ({
    ...one,
    message: { ...message, origin: 'collected' },
  })
  const examples = [
    ...written.flatMap((source) => [example(source, '1'), example(source, '2')]),
    ...collections.map((source) => toCollected(example(source, '1'))),
  ]
  const folds = toFolds(examples).map((sources) => [...sources])
  expect(folds.flat().toSorted()).toEqual([...written, ...collections])
  expect(folds).toHaveLength(8)
  const kindsOf = (sources: readonly string[]) => new Set(sources.map((one) => one.split('-')[0]))
  expect(folds.map((sources) => kindsOf(sources).size)).toEqual(folds.map(() => 1))
})

test('the authors of one language are in different folds', () => {
  const inRussian = (source: string): Example => {
    const one = example(source, '1')
    return { ...one, message: { ...one.message, language: 'ru' } }
  }
  const english = Array.from({ length: 15 }, (_, index) => example(`author-${index}`, '1'))
  // Every fifth name.
  const russian = ['author-0b', 'author-12b', 'author-3b'].map(inRussian)
  const folds = toFolds([...english, ...russian])
  const foldsOfRussian = russian.map(({ message }) =>
    folds.findIndex((sources) => sources.has(message.source)),
  )
  expect(new Set(foldsOfRussian).size).toBe(3)
})

test('envelope features are learned from few messages', () => {
  const cold = example('one', '1', 'q:1')
  const known = example('two', '2', 'e:earlier 3', 'l:1')
  const legit = { ...known, message: { ...known.message, isCold: false } }
  const examples = toExampleSet([cold, cold, cold, legit])
  const vocabulary = toVocabulary(examples, countUses(examples))
  const { weights } = fitCold(examples.all, vocabulary)
  const weightOf = (name: string) => weights[vocabulary.names.indexOf(name)] ?? 0
  expect(weightOf('l:1')).toBeLessThan(0)
  expect(weightOf('e:earlier 3')).toBeLessThan(2 * weightOf('l:1'))
})

test('a rare word keeps weight next to a common one', () => {
  const all = Array.from({ length: 200 }, (_, index) => {
    const names = index % 20 === 0 ? ['w:often', 'w:seldom'] : index % 2 === 0 ? ['w:often'] : []
    const { message, ...rest } = example(`author-${index % 7}`, String(index), 'w:any', ...names)
    return { ...rest, message: { ...message, isCold: index % 2 === 0 } }
  })
  const examples = toExampleSet(all)
  const vocabulary = toVocabulary(examples, countUses(examples))
  const { weights } = fitCold(examples.all, vocabulary)
  const weightOf = (name: string) => weights[vocabulary.names.indexOf(name)] ?? 0
  expect(weightOf('w:seldom')).toBeGreaterThan(weightOf('w:often') / 3)
})

function judged(isCold: boolean, score: number): JudgedExample {
  return {
    message: { ...someMessage, isCold },
    view: 'with-facts',
    verdict: { score, category: 'sales', signals: [] },
  }
}

test('a share is printed with its interval, and AUC counts ties as half', () => {
  expect(toPercent({ count: 5, of: 100 })).toBe('5.0 % (2.2–11; 5 of 100)')
  expect(toPercent({ count: 0, of: 0 })).toBe('none')
  expect(toAuc([judged(true, 0.9), judged(false, 0.1)])).toBe(1)
  expect(toAuc([judged(true, 0.5), judged(false, 0.5)])).toBe(0.5)
})
