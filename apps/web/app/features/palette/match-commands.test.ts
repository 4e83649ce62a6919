import { expect, test } from 'vitest'
import { matchCommands } from './match-commands.ts'

const commands = [
  { title: 'Dashboard', words: 'numbers chart' },
  { title: 'Filtered Emails', words: 'list' },
  { title: 'Connected Accounts' },
  { title: 'Filter Settings', words: 'whitelist rules' },
  { title: 'Account Settings', words: 'password' },
  { title: 'Pause mara@north-star.example' },
]
const titlesFor = (query: string) => matchCommands(commands, query).map(({ title }) => title)

test.each([
  ['', commands.map(({ title }) => title)],
  ['   ', commands.map(({ title }) => title)],
  ['dash', ['Dashboard']],
  ['FILTER', ['Filtered Emails', 'Filter Settings']],
  ['filter set', ['Filter Settings']],
  ['set filt', ['Filter Settings']],
  ['password', ['Account Settings']],
  ['star', ['Pause mara@north-star.example']],
  ['pause mara@north', ['Pause mara@north-star.example']],
  ['oard', []],
  ['dash settings', []],
])('%j finds %j', (query, titles) => {
  expect(titlesFor(query)).toEqual(titles)
})

test('a title that begins with the query comes before one that contains it, and synonyms come last', () => {
  expect(titlesFor('account')).toEqual(['Account Settings', 'Connected Accounts'])
  const [bySynonym, byTitle] = [{ title: 'Rules', words: 'list' }, { title: 'Email list' }]
  expect(matchCommands([bySynonym, byTitle], 'list')).toEqual([byTitle, bySynonym])
})
