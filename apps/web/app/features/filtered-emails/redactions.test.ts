import { expect, test } from 'vitest'
import { anEmail } from './testing/fake-email.ts'
import { describeRedactions } from './redactions.ts'

const nothing = anEmail(1).redactionStats

test('only kinds that were redacted are listed', () => {
  expect(describeRedactions(nothing)).toEqual([])
  expect(describeRedactions({ ...nothing, emails: 1, urls: 12, ssns: 2 })).toEqual([
    '1 email address',
    '12 links',
    '2 social security numbers',
  ])
})

test('each of the eight kinds has its own name', () => {
  const one = Object.fromEntries(Object.keys(nothing).map((kind) => [kind, 1])) as typeof nothing
  expect(new Set(describeRedactions(one)).size).toBe(8)
})
