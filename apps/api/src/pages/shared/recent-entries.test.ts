import { expect, test } from 'vitest'
import { createRecentEntries } from './recent-entries.ts'

test('when there is no more room, the least recently used entry goes first', () => {
  const entries = createRecentEntries(30)
  for (const key of ['a', 'b', 'c']) entries.set(key, { bytes: 10 })
  entries.find('a')
  entries.set('d', { bytes: 15 })
  expect(['a', 'b', 'c', 'd'].filter((key) => entries.find(key))).toEqual(['a', 'd'])
})

test('an entry larger than the whole cache is not kept, and evicts nothing', () => {
  const entries = createRecentEntries(30)
  entries.set('a', { bytes: 30 })
  entries.set('large', { bytes: 31 })
  expect(entries.find('large')).toBeUndefined()
  expect(entries.find('a')).toBeDefined()
})

test('an entry that is set again counts once, and a removed one not at all', () => {
  const entries = createRecentEntries(30)
  for (let count = 0; count < 5; count += 1) entries.set('a', { bytes: 10 })
  entries.set('b', { bytes: 20 })
  expect(entries.find('a')).toBeDefined()
  entries.remove('a')
  entries.remove('a')
  entries.set('c', { bytes: 10 })
  expect(['b', 'c'].every((key) => entries.find(key))).toBe(true)
})
