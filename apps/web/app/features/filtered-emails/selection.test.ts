import { expect, test } from 'vitest'
import { nothingSelected, toggleSelected, type Selection } from './selection.ts'

const list = ['a', 'b', 'c', 'd', 'e']
const click = (selection: Selection<string>, id: string) =>
  toggleSelected(selection, list, id, false)
const shiftClick = (selection: Selection<string>, id: string) =>
  toggleSelected(selection, list, id, true)
const selected = ({ ids }: Selection<string>) => [...ids].toSorted().join('')

test('a click selects, and a second click unselects', () => {
  const once = click(nothingSelected, 'b')
  expect(selected(once)).toBe('b')
  expect(selected(click(once, 'b'))).toBe('')
})

test('a shift-click selects the range from the last click, in either direction', () => {
  expect(selected(shiftClick(click(nothingSelected, 'b'), 'd'))).toBe('bcd')
  expect(selected(shiftClick(click(nothingSelected, 'd'), 'b'))).toBe('bcd')
})

test('a shift-click on a selected item unselects the range', () => {
  const all = shiftClick(click(nothingSelected, 'a'), 'e')
  expect(selected(shiftClick(click(all, 'b'), 'd'))).toBe('ae')
})

test('a shift-click extends from the last shift-click', () => {
  const range = shiftClick(click(nothingSelected, 'a'), 'b')
  expect(selected(shiftClick(range, 'e'))).toBe('abcde')
})

test('a shift-click without an anchor in the list is a plain click', () => {
  expect(selected(shiftClick(nothingSelected, 'c'))).toBe('c')
  expect(selected(shiftClick({ ids: new Set(), anchor: 'gone' }, 'c'))).toBe('c')
})
