import { signals } from '@doorman/domain/screening/signals'
import { stranger } from '@doorman/domain/screening/sender-facts'
import { thresholds } from '@doorman/domain/screening/thresholds'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { injectionMessages } from '../testing/injection-messages.ts'
import { dictionaryFolder, loadLocalModel, loadModelData, modelFile } from '../load-local-model.ts'
import { createLocalModel } from './local-model.ts'
import {
  packNames,
  packWeights,
  toModelData,
  unpackNames,
  unpackWeights,
  type ModelData,
} from './model-data.ts'
import { fakeFacts, fakeMessage } from '../testing/fake-message.ts'

const model = loadLocalModel()
const data = loadModelData()

const pitch = fakeMessage(
  `Hi Ann,

I came across your website and noticed that you are hiring. We help companies like yours generate qualified leads. Our clients see 40% more meetings within three months.

Would you be open to a quick call next week? If you are not the right person, could you point me to who looks after sales?

P.S. If you would rather not hear from me again, just let me know.`,
  'Quick question about your pipeline',
)

const order = fakeMessage(
  `Hello,

the two pallets of order 4711 came yesterday, thank you. One carton was wet, see the photo attached. Could you send a replacement with the next delivery and a credit note for the invoice?

Thanks, Ann`,
  'Order 4711: wet carton',
)

test('a pitch is cold and an order is not, each with its signals', () => {
  const cold = model.judge(pitch)
  expect(cold.score).toBeGreaterThan(thresholds.sales.filter)
  expect(cold.category).toBe('sales')
  expect(cold.signals).toContain('worded-like-outreach')
  const legit = model.judge(order)
  expect(legit.score).toBeLessThan(thresholds.sales.unsure)
  expect(legit.signals).toContain('about-an-order')
})

test.each([
  [
    'recruiter',
    'I am recruiting for a staff engineer role in Berlin, fully remote, salary up to 140k. Your background looks like a great fit. Are you open to new opportunities? Happy to send the job description.',
  ],
  [
    'investor',
    'We are a private equity fund looking to acquire companies like yours. We could offer a valuation of eight times EBITDA to the shareholders. Would you be open to a confidential conversation about selling the business?',
  ],
] as const)('outreach of the category %s is recognised', (category, text) => {
  expect(model.judge(fakeMessage(text, 'Introduction')).category).toBe(category)
})

test('the same message gets the same verdict', () => {
  expect(model.judge(pitch)).toEqual(model.judge(pitch))
})

test('signals are always from the fixed list, never from the text', () => {
  for (const text of injectionMessages) {
    const verdict = model.judge(fakeMessage(text))
    for (const signal of verdict.signals) expect(Object.keys(signals)).toContain(signal)
  }
})

test('hardly any injection added to a certain pitch brings its score below the filter threshold', () => {
  const before = model.judge(pitch).score
  const flipped = injectionMessages.filter((order) => {
    const { score } = model.judge({
      ...pitch,
      ownText: fakeMessage(`${pitch.ownText}\n\n${order}`).ownText,
    })
    return before >= thresholds.sales.certain && score < thresholds.sales.filter
  })
  expect(flipped.length).toBeLessThanOrEqual(injectionMessages.length * 0.02)
})

test('an unknown envelope gives no signals', () => {
  const unknown = { ...fakeFacts, relationship: null, thread: 'unknown' as const }
  const verdict = model.judge({ ...pitch, facts: unknown })
  expect(verdict.signals).not.toContain('first-contact')
  expect(verdict.signals).not.toContain('wrote-before-unanswered')
})

test('first-contact comes after the signals that are specific to the message', () => {
  const facts = { ...fakeFacts, hasListUnsubscribe: true }
  const { signals: shown } = model.judge(fakeMessage('Shall we talk about costs?', 'Costs', facts))
  expect(shown).toEqual(['writes-in-bulk', 'first-contact', 'worded-like-outreach'])
})

test('an earlier message without an answer is a signal', () => {
  const facts = { ...fakeFacts, relationship: { ...stranger, earlierMailFromSender: 2 } }
  expect(model.judge({ ...pitch, facts }).signals).toContain('wrote-before-unanswered')
})

test('a sender of many kept messages writes often, and is not said to be unanswered', () => {
  const facts = { ...fakeFacts, relationship: { ...stranger, earlierMailFromSender: 12 } }
  const newsletter = fakeMessage(
    'The hall is closed on Friday. Tickets keep their worth.',
    'News',
    facts,
  )
  const { signals: shown } = model.judge(newsletter)
  expect(shown).toContain('writes-often')
  expect(shown).not.toContain('wrote-before-unanswered')
})

test('an empty message gets a valid verdict', () => {
  const { score, signals: shown } = model.judge(fakeMessage('', ''))
  expect(score).toBeGreaterThanOrEqual(0)
  expect(score).toBeLessThan(thresholds.other.filter)
  expect(shown.length).toBeLessThanOrEqual(6)
})

test('the model and its dictionaries are small enough for a browser', () => {
  const dictionaries = readdirSync(dictionaryFolder).map((name) => new URL(name, dictionaryFolder))
  const sizes = [modelFile, ...dictionaries].map((file) => statSync(file).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2 * 1_024 * 1_024)
})

test('no word feature of the model contains an address, a link or a number', () => {
  const { names } = toModelData(JSON.parse(readFileSync(modelFile, 'utf8')))
  expect(
    unpackNames(names).filter((name) => /^(?:w|stem|b|s|first|last):.*(?:[@/]|\d{2})/.test(name)),
  ).toEqual([])
})

test('packed names are shorter, keep surrogate pairs whole and unpack to the same names', () => {
  const long = `w:${'x'.repeat(80)}`
  const names = ['b:for a', 'b:for the', 'b:for the time', 'w:', long, `${long}y`, 'w:𐐀', 'w:𐐁']
  const packed = packNames(names)
  expect(unpackNames(packed)).toEqual(names)
  expect(unpackNames(Buffer.from(packed).toString())).toEqual(names)
  expect(packed.length).toBeLessThan(names.join('\n').length - 60)
  expect(() => unpackNames('-w:a')).toThrow('not a name')
  expect(() => unpackNames('Aw:a\nFx')).toThrow('not a name')
})

test('packed weights unpack to within one step', () => {
  const weights = [0, 1, -1, 0.123, -2.5, 2.5]
  const packed = packWeights(weights, 0.25)
  const { bias, values } = unpackWeights(packed, weights.length)
  expect(bias).toBe(0.25)
  weights.forEach((weight, at) =>
    expect(Math.abs((values[at] ?? 9) - weight)).toBeLessThanOrEqual(packed.step),
  )
})

test.each([
  ['nothing', null],
  ['another version', { format: 2 }],
  ['a part of it', { format: 3, names: 'Aw:a' }],
])('%s is rejected as a model file', (_case, data) => {
  expect(() => toModelData(data)).toThrow('not a model')
})

test('weights whose number differs from the names are rejected', () => {
  const one = packWeights([1], 0)
  const broken: ModelData = {
    format: 3,
    names: packNames(['w:a', 'w:b']),
    cold: one,
    categories: { sales: one, recruiter: one, investor: one, other: one },
    calibration: data.calibration,
  }
  expect(() => createLocalModel(broken, new Map())).toThrow('weights do not fit')
  expect(() => unpackWeights({ ...one, weights: '--' }, 1)).toThrow('not a weight')
})
