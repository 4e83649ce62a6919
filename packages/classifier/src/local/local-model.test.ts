import { signals } from '@doorman/domain/signals'
import { stranger } from '@doorman/domain/sender-facts'
import { thresholds } from '@doorman/domain/thresholds'
import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { injectionMails } from '../language-model/injection-mails.ts'
import { loadLocalModel, modelFile } from '../load-local-model.ts'
import { createLocalModel } from './local-model.ts'
import {
  packNames,
  packWeights,
  toModelData,
  unpackNames,
  unpackWeights,
  type ModelData,
} from './model-data.ts'
import { fakeFacts, fakeMail } from '../fake-mail.ts'

const model = loadLocalModel()

const pitch = fakeMail(
  `Hi Ann,

I came across your website and noticed that you are hiring. We help companies like yours generate qualified leads. Our clients see 40% more meetings within three months.

Would you be open to a quick call next week? If you are not the right person, could you point me to who looks after sales?

P.S. If you would rather not hear from me again, just let me know.`,
  'Quick question about your pipeline',
)

const order = fakeMail(
  `Hello,

the two pallets of order 4711 came yesterday, thank you. One carton was wet, see the photo attached. Could you send a replacement with the next delivery and a credit note for the invoice?

Thanks, Ann`,
  'Order 4711: wet carton',
)

test('a pitch is cold and an order is not, and both say why', () => {
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
] as const)('the category of %s outreach is told', (category, text) => {
  expect(model.judge(fakeMail(text, 'Introduction')).category).toBe(category)
})

test('the same mail gets the same verdict', () => {
  expect(model.judge(pitch)).toEqual(model.judge(pitch))
})

test('signals come from the closed vocabulary, and never from the mail', () => {
  for (const text of injectionMails) {
    const verdict = model.judge(fakeMail(text))
    for (const signal of verdict.signals) expect(Object.keys(signals)).toContain(signal)
  }
})

test('FAULTS 52: no order, fake JSON or padding takes a certain pitch out of doubt', () => {
  const before = model.judge(pitch).score
  const flipped = injectionMails.filter((order) => {
    const { score } = model.judge({
      ...pitch,
      ownText: fakeMail(`${pitch.ownText}\n\n${order}`).ownText,
    })
    return before >= thresholds.sales.certain && score < thresholds.sales.filter
  })
  expect(flipped.length).toBeLessThanOrEqual(injectionMails.length * 0.02)
})

test('an envelope that nobody knows is no evidence', () => {
  const unknown = { ...fakeFacts, relationship: null, thread: 'unknown' as const }
  const verdict = model.judge({ ...pitch, facts: unknown })
  expect(verdict.signals).not.toContain('first-contact')
  expect(verdict.signals).not.toContain('wrote-before-unanswered')
})

test('what is true of every stranger is told after what this one did', () => {
  const facts = { ...fakeFacts, hasListUnsubscribe: true }
  const { signals: told } = model.judge(fakeMail('Shall we talk about costs?', 'Costs', facts))
  expect(told).toEqual(['writes-in-bulk', 'first-contact', 'worded-like-outreach'])
})

test('who wrote before without an answer is told so', () => {
  const facts = { ...fakeFacts, relationship: { ...stranger, earlierMailFromSender: 2 } }
  expect(model.judge({ ...pitch, facts }).signals).toContain('wrote-before-unanswered')
})

test('whose mail has always stayed is known by that, and nobody is blamed for not answering', () => {
  const facts = { ...fakeFacts, relationship: { ...stranger, earlierMailFromSender: 12 } }
  const news = fakeMail('The hall is closed on Friday. Tickets keep their worth.', 'News', facts)
  const { signals: told } = model.judge(news)
  expect(told).toContain('writes-often')
  expect(told).not.toContain('wrote-before-unanswered')
})

test('empty mail is judged without a fall', () => {
  const { score, signals: told } = model.judge(fakeMail('', ''))
  expect(score).toBeGreaterThanOrEqual(0)
  expect(score).toBeLessThan(thresholds.other.filter)
  expect(told.length).toBeLessThanOrEqual(6)
})

test('the model file is small enough for a browser', () => {
  expect(statSync(modelFile).size).toBeLessThanOrEqual(1.5 * 1_024 * 1_024)
})

test('no feature of the model holds an address, a link or a number', () => {
  const { names } = toModelData(JSON.parse(readFileSync(modelFile, 'utf8')))
  expect(
    unpackNames(names).filter((name) => /^(?:w|b|s|first|last):.*(?:[@/]|\d{2})/.test(name)),
  ).toEqual([])
})

test('names survive packing, in fewer letters, each letter whole', () => {
  const long = `w:${'x'.repeat(80)}`
  const names = ['b:for a', 'b:for the', 'b:for the time', 'w:', long, `${long}y`, 'w:𐐀', 'w:𐐁']
  const packed = packNames(names)
  expect(unpackNames(packed)).toEqual(names)
  expect(unpackNames(Buffer.from(packed).toString())).toEqual(names)
  expect(packed.length).toBeLessThan(names.join('\n').length - 60)
  expect(() => unpackNames('-w:a')).toThrow('not a name')
  expect(() => unpackNames('Aw:a\nFx')).toThrow('not a name')
})

test('weights survive packing to within a step', () => {
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
  ['another version', { format: 1 }],
  ['a part of it', { format: 2, names: 'Aw:a' }],
])('%s is no model, and is refused', (_case, data) => {
  expect(() => toModelData(data)).toThrow('not a model')
})

test('weights that do not fit the names are refused', () => {
  const one = packWeights([1], 0)
  const broken: ModelData = {
    format: 2,
    names: packNames(['w:a', 'w:b']),
    cold: one,
    categories: { sales: one, recruiter: one, investor: one, other: one },
    calibration: { withFacts: { slope: 1, shift: 0 }, wordsAlone: { slope: 1, shift: 0 } },
  }
  expect(() => createLocalModel(broken)).toThrow('weights do not fit')
  expect(() => unpackWeights({ ...one, weights: '--' }, 1)).toThrow('not a weight')
})
