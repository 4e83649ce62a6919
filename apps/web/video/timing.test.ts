import { expect, test } from 'vitest'
import { glide, presence, progress, settle, shapeAt, steady } from './timing.ts'

test.each([glide, settle, steady])(
  'every motion begins at its beginning and ends at its end',
  (ease) => {
    expect([ease(0), ease(1)]).toEqual([0, 1])
    const shares = Array.from({ length: 101 }, (_, percent) => ease(percent / 100))
    expect(shares.toSorted((a, b) => a - b)).toEqual(shares)
  },
)

test('nothing has moved before its time, and nothing moves after it', () => {
  expect([1, 2, 3, 4, 5].map((at) => progress(at, 2, 4))).toEqual([0, 0, 0.5, 1, 1])
})

test('what comes and goes is there in between', () => {
  expect([0, 2, 5, 8, 9].map((at) => presence(at, 2, 8))).toEqual([0, 0, 1, 0, 0])
})

test('a course leads through its turns, and leaves alone what a turn does not name', () => {
  const course = {
    first: { x: 0, width: 100 },
    turns: [
      { from: 1, to: 2, into: { x: 10 } },
      { from: 3, to: 5, into: { x: 20, width: 50 } },
    ],
  }
  expect([0, 1.5, 2.5, 4, 9].map((at) => shapeAt(course, at))).toEqual([
    { x: 0, width: 100 },
    { x: 5, width: 100 },
    { x: 10, width: 100 },
    { x: 15, width: 75 },
    { x: 20, width: 50 },
  ])
})
