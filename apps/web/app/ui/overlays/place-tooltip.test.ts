import { expect, test } from 'vitest'
import { placeTooltip, type Side } from './place-tooltip.ts'

const screen = { width: 1000, height: 600 }
const tooltip = { width: 100, height: 20 }
const button = { width: 40, height: 40 }

test.each<[string, Side, { left: number; top: number }, { left: number; top: number }]>([
  ['above', 'top', { left: 500, top: 300 }, { left: 470, top: 274 }],
  ['below', 'bottom', { left: 500, top: 300 }, { left: 470, top: 346 }],
  ['to the right', 'right', { left: 500, top: 300 }, { left: 546, top: 310 }],
  ['below a trigger at the top edge', 'top', { left: 500, top: 10 }, { left: 470, top: 56 }],
  [
    'above a trigger at the bottom edge',
    'bottom',
    { left: 500, top: 550 },
    { left: 470, top: 524 },
  ],
  [
    'left of a trigger at the right edge',
    'right',
    { left: 950, top: 300 },
    { left: 844, top: 310 },
  ],
  ['within the left edge', 'bottom', { left: 0, top: 300 }, { left: 8, top: 346 }],
  ['within the right edge', 'top', { left: 960, top: 300 }, { left: 892, top: 274 }],
])('a tooltip goes %s', (_where, side, at, place) => {
  expect(placeTooltip({ ...button, ...at }, tooltip, screen, side)).toEqual(place)
})
