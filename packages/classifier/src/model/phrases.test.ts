import { expect, test } from 'vitest'
import { PhraseFinder } from './phrases.ts'

const finder = new PhraseFinder([
  ['call', 'quick call'],
  ['call', 'hop on a'],
  ['grow', 'increas* your'],
  ['grow', 'grow _ by'],
  ['clients', 'clients like'],
])
const count = (text: string) => Object.fromEntries(finder.count(text.split(' ')))

test.each([
  ['a quick call please', { call: 1 }],
  ['hop on a quick call', { call: 2 }],
  ['increasing your sales and increase your profit', { grow: 2 }],
  ['grow sales by half', { grow: 1 }],
  ['clients like these grow fast by nature', { clients: 1, grow: 1 }],
  ['quick recall', {}],
  ['increase', {}],
  ['', {}],
])('in %j these names are found: %j', (text, counts) => {
  expect(count(text)).toEqual(counts)
})

test('a stem shorter than the index key is rejected', () => {
  expect(() => new PhraseFinder([['x', 'in* y']])).toThrow('too short')
})
