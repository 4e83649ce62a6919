import { expect, test } from 'vitest'
import { anEmail } from './fake-email.ts'
import { describeRedactions } from './redactions.ts'

const nothing = anEmail(1).redactionStats

test('154: only what was hidden is counted', () => {
  expect(describeRedactions(nothing)).toEqual([])
  expect(describeRedactions({ ...nothing, emails: 1, urls: 12, ssns: 2 })).toEqual([
    '1 email address',
    '12 links',
    '2 social security numbers',
  ])
})

test('154: each of the eight kinds has its words', () => {
  const one = Object.fromEntries(Object.keys(nothing).map((kind) => [kind, 1])) as typeof nothing
  expect(new Set(describeRedactions(one)).size).toBe(8)
})
