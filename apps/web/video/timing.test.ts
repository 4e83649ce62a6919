import { expect, test } from 'vitest'
import { easeInOut, presence, progress, easeOut, shapeAt, linear } from './timing.ts'

test.each([easeInOut, easeOut, linear])(
  'an easing function runs from 0 to 1 and never backwards',
  (ease) => {
    expect([ease(0), ease(1)]).toEqual([0, 1])
    const shares = Array.from({ length: 101 }, (_, percent) => ease(percent / 100))
    expect(shares.toSorted((a, b) => a - b)).toEqual(shares)
  },
)

test('progress is 0 before its start and 1 after its end', () => {
  expect([1, 2, 3, 4, 5].map((at) => progress(at, 2, 4))).toEqual([0, 0, 0.5, 1, 1])
})

test('presence is 0 outside its span and 1 inside', () => {
  expect([0, 2, 5, 8, 9].map((at) => presence(at, 2, 8))).toEqual([0, 0, 1, 0, 0])
})

test('each change moves the values it names and leaves the others', () => {
  const motion = {
    first: { x: 0, width: 100 },
    changes: [
      { from: 1, to: 2, into: { x: 10 } },
      { from: 3, to: 5, into: { x: 20, width: 50 } },
    ],
  }
  expect([0, 1.5, 2.5, 4, 9].map((at) => shapeAt(motion, at))).toEqual([
    { x: 0, width: 100 },
    { x: 5, width: 100 },
    { x: 10, width: 100 },
    { x: 15, width: 75 },
    { x: 20, width: 50 },
  ])
})
