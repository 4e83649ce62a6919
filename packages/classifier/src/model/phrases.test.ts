import { expect, test } from 'vitest'
import { PhraseFinder } from './phrases.ts'

const finder = new PhraseFinder([
  ['call', 'quick call'],
  ['call', 'hop on a'],
  ['grow', 'increas* your'],
  ['grow', 'grow _ by'],
  ['clients', 'clients like'],
])
function find(text: string): string[] {
  const tokens = text.split(' ')
  const found: string[] = []
  finder.find(tokens, (name, start, end) =>
    found.push(`${name}: ${tokens.slice(start, end).join(' ')}`),
  )
  return found
}

test.each([
  ['a quick call please', ['call: quick call']],
  ['hop on a quick call', ['call: hop on a', 'call: quick call']],
  [
    'increasing your sales and increase your profit',
    ['grow: increasing your', 'grow: increase your'],
  ],
  ['grow sales by half', ['grow: grow sales by']],
  ['clients like these grow fast by nature', ['clients: clients like', 'grow: grow fast by']],
  ['quick recall', []],
  ['increase', []],
  ['in', []],
  ['', []],
])('in %j these names and phrases are found: %j', (text, found) => {
  expect(find(text)).toEqual(found)
})

test('a phrase that two lists share is found for both, and once for each', () => {
  const shared = new PhraseFinder([
    ['one', 'quick call'],
    ['other', 'quick call'],
    ['one', 'quick call'],
  ])
  const names: string[] = []
  shared.find(['quick', 'call'], (name) => names.push(name))
  expect(names).toEqual(['one', 'other'])
})

test('a stem shorter than the index key is rejected', () => {
  expect(() => new PhraseFinder([['x', 'in* y']])).toThrow('too short')
})
