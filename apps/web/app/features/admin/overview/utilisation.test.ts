import { expect, test } from 'vitest'
import { toLoadBadge } from './utilisation.ts'

test.each([
  [0, 'secondary'],
  [9, 'secondary'],
  [10, 'default'],
  [14, 'default'],
  [15, 'destructive'],
  [20, 'destructive'],
])('with %i active workers the badge is %s', (active, badge) => {
  expect(toLoadBadge(active)).toBe(badge)
})
