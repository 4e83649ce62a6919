import { expect, test } from 'vitest'
import { summarise } from './summary-words.ts'

test.each([
  [{ totalFiltered: 0, totalProcessed: 0, wouldMove: 0 }, 'Today, no email has come in yet.'],
  [
    { totalFiltered: 0, totalProcessed: 75, wouldMove: 0 },
    'Today, nothing is filtered. All 75 emails are in your inbox.',
  ],
  [
    { totalFiltered: 0, totalProcessed: 1, wouldMove: 0 },
    'Today, nothing is filtered. The only email is in your inbox.',
  ],
  [
    { totalFiltered: 34, totalProcessed: 75, wouldMove: 0 },
    'Today, Doorman took 34 cold emails out of your way.',
  ],
  [
    { totalFiltered: 1, totalProcessed: 1_204, wouldMove: 2 },
    'Today, Doorman took 1 cold email out of your way. It would move 2 more.',
  ],
  [
    { totalFiltered: 0, totalProcessed: 75, wouldMove: 33 },
    'Today, Doorman would have taken 33 cold emails out of your way. Nothing was moved.',
  ],
])('%j is summarised as %j', (facts, sentence) => {
  expect(summarise('today', { ...facts, filteredKinds: [] })).toBe(sentence)
})

test('each range begins the sentence in its own words', () => {
  const none = { totalFiltered: 0, totalProcessed: 0, wouldMove: 0, filteredKinds: [] }
  expect(summarise('week', none)).toBe('This week, no email has come in yet.')
  expect(summarise('90days', none)).toBe('In the last 90 days, no email has come in yet.')
  expect(summarise('all', none)).toBe('So far, no email has come in yet.')
})

test('the kinds are named, others last, if they are known of all emails', () => {
  const facts = {
    totalFiltered: 34,
    totalProcessed: 75,
    wouldMove: 0,
    filteredKinds: [
      { kind: 'sales', count: 20 },
      { kind: 'other', count: 10 },
      { kind: 'recruiter', count: 3 },
      { kind: 'investor', count: 1 },
    ] as const,
  }
  const taken = 'This week, Doorman took 34 cold emails out of your way'
  expect(summarise('week', { ...facts, filteredKinds: [...facts.filteredKinds] })).toBe(
    `${taken}: 20 sales pitches, 3 recruiters, 1 investor, and 10 others.`,
  )
  expect(summarise('week', { ...facts, filteredKinds: facts.filteredKinds.slice(1) })).toBe(
    `${taken}.`,
  )
})
