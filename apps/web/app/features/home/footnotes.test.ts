import { site } from '@doorman/content/site'
import { expect, test } from 'vitest'
import { toFootnotes, toMark, toShown } from './footnotes.ts'

const { claims } = site
const none = {
  accuracy: null,
  professionals: null,
  coldEmailsPerDay: null,
  secondsEach: null,
  hoursPerMonth: null,
  hoursPerYear: null,
}

test('every claim has a note, and claims with the same note share a number', () => {
  const marks = toShown(Object.values(claims)).map((claim) => toMark(claims, claim))
  expect(marks).toEqual([1, 2, 3, 3, 3, 3])
  expect(toFootnotes(claims).map(({ number }) => number)).toEqual([1, 2, 3])
})

test('the numbers close up when the operator removes a claim', () => {
  const fewer = { ...claims, accuracy: null, secondsEach: null }
  const shown = toShown(Object.values(fewer))
  expect(shown).not.toContain(null)
  expect(shown.map((claim) => toMark(fewer, claim))).toEqual([1, 2, 2, 2])
  expect(toFootnotes(fewer).map(({ number, text }) => [number, text])).toEqual([
    [1, claims.professionals?.note.text],
    [2, claims.hoursPerYear?.note.text],
  ])
})

test('without claims there are no notes', () => {
  expect(toFootnotes(none)).toEqual([])
  expect(toShown(Object.values(none))).toEqual([])
})
