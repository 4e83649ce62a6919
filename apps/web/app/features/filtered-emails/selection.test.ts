import { expect, test } from 'vitest'
import { nothingSelected, toggleSelected, type Selection } from './selection.ts'

const list = ['a', 'b', 'c', 'd', 'e']
const click = (selection: Selection<string>, id: string) =>
  toggleSelected(selection, list, id, false)
const shiftClick = (selection: Selection<string>, id: string) =>
  toggleSelected(selection, list, id, true)
const selected = ({ ids }: Selection<string>) => [...ids].toSorted().join('')

test('164: a click selects, and a second unselects', () => {
  const once = click(nothingSelected, 'b')
  expect(selected(once)).toBe('b')
  expect(selected(click(once, 'b'))).toBe('')
})

test('164: a shift-click selects all from the last click on, in either direction', () => {
  expect(selected(shiftClick(click(nothingSelected, 'b'), 'd'))).toBe('bcd')
  expect(selected(shiftClick(click(nothingSelected, 'd'), 'b'))).toBe('bcd')
})

test('164: a shift-click on what is selected unselects the range', () => {
  const all = shiftClick(click(nothingSelected, 'a'), 'e')
  expect(selected(shiftClick(click(all, 'b'), 'd'))).toBe('ae')
})

test('a shift-click goes on from the last one', () => {
  const range = shiftClick(click(nothingSelected, 'a'), 'b')
  expect(selected(shiftClick(range, 'e'))).toBe('abcde')
})

test('a shift-click with nowhere to start from is a click', () => {
  expect(selected(shiftClick(nothingSelected, 'c'))).toBe('c')
  expect(selected(shiftClick({ ids: new Set(), anchor: 'gone' }, 'c'))).toBe('c')
})
