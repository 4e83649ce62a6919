import { expect, test } from 'vitest'
import { splitIncoming } from './incoming.ts'

const toItems = (ids: string) => ids.split('').map((id) => ({ id }))
const split = (ids: string, known: string) => {
  const { shown, incoming } = splitIncoming(toItems(ids), new Set(known))
  return [shown, incoming].map((items) => items.map(({ id }) => id).join(''))
}

test.each([
  ['a first list is shown', 'abc', '', 'abc', ''],
  ['an unchanged list is shown', 'abc', 'abc', 'abc', ''],
  ['new items on top are incoming', 'xyabc', 'abc', 'abc', 'xy'],
  ['new items in between are incoming', 'axbc', 'abc', 'abc', 'x'],
  ['the next page is shown', 'abcxy', 'abc', 'abcxy', ''],
  ['items that have left are not missed', 'xc', 'abc', 'c', 'x'],
  ['a list of new items only is shown', 'xy', 'abc', 'xy', ''],
])('%s', (_name, ids, known, shown, incoming) => {
  expect(split(ids, known)).toEqual([shown, incoming])
})
