import { expect, test } from 'vitest'
import { minuteMs } from '../time.ts'
import { delayAfterTries, isSessionAlive } from './login-session.ts'

const start = new Date('2026-11-15T12:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)
const hour = 60
const day = 24 * hour

test.each([
  ['a user active a minute ago', true, { isAdmin: false, usedAfter: 0, now: 1 }],
  ['a user idle for almost a week', true, { isAdmin: false, usedAfter: 0, now: 7 * day - 1 }],
  ['a user idle for a week', false, { isAdmin: false, usedAfter: 0, now: 7 * day }],
  ['a busy user on day 29', true, { isAdmin: false, usedAfter: 29 * day, now: 29 * day + 1 }],
  ['a busy user on day 30', false, { isAdmin: false, usedAfter: 30 * day - 1, now: 30 * day }],
  ['an admin idle for 29 minutes', true, { isAdmin: true, usedAfter: 0, now: 29 }],
  ['an admin idle for half an hour', false, { isAdmin: true, usedAfter: 0, now: 30 }],
  [
    'a busy admin after 12 hours',
    false,
    { isAdmin: true, usedAfter: 12 * hour - 1, now: 12 * hour },
  ],
])('the login session of %s is alive: %s', (_case, isAlive, { isAdmin, usedAfter, now }) => {
  const session = { createdAt: start, lastUsedAt: after(usedAfter), isAdmin }
  expect(isSessionAlive(session, after(now))).toBe(isAlive)
})

test('the delay after wrong passwords grows, up to four seconds', () => {
  expect([1, 3, 4, 5, 8, 1000].map(delayAfterTries)).toEqual([0, 0, 250, 500, 4000, 4000])
})
