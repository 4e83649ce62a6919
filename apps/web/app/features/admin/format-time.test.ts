import { expect, test } from 'vitest'
import { formatAge } from './format-time.ts'

const now = new Date('2026-11-17T12:00:00Z')

test.each([
  ['2026-11-17T12:00:00Z', 'just now'],
  ['2026-11-17T11:59:01Z', 'just now'],
  ['2026-11-17T11:59:00Z', '1 minute ago'],
  ['2026-11-17T11:00:01Z', '59 minutes ago'],
  ['2026-11-17T09:00:00Z', '3 hours ago'],
  ['2026-11-16T12:00:00Z', 'yesterday'],
  ['2026-11-10T12:00:00Z', '7 days ago'],
  ['2026-11-17T14:30:00Z', 'in 2 hours'],
])('%s is %j', (time, age) => {
  expect(formatAge(time, now)).toBe(age)
})
