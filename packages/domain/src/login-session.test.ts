import { expect, test } from 'vitest'
import { delayAfterTries, isSessionAlive } from './login-session.ts'

const start = new Date('2026-11-15T12:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const hour = 60
const day = 24 * hour

test.each([
  ['a user who was just here', { isAdmin: false, usedAfter: 0, now: 1 }, true],
  ['a user idle for almost a week', { isAdmin: false, usedAfter: 0, now: 7 * day - 1 }, true],
  ['a user idle for a week', { isAdmin: false, usedAfter: 0, now: 7 * day }, false],
  ['a busy user on day 29', { isAdmin: false, usedAfter: 29 * day, now: 29 * day + 1 }, true],
  ['a busy user on day 30', { isAdmin: false, usedAfter: 30 * day - 1, now: 30 * day }, false],
  ['an admin idle for 29 minutes', { isAdmin: true, usedAfter: 0, now: 29 }, true],
  ['an admin idle for half an hour', { isAdmin: true, usedAfter: 0, now: 30 }, false],
  [
    'a busy admin after 12 hours',
    { isAdmin: true, usedAfter: 12 * hour - 1, now: 12 * hour },
    false,
  ],
])('S6: the login session of %s', (_case, { isAdmin, usedAfter, now }, isAlive) => {
  const session = { createdAt: start, lastUsedAt: after(usedAfter), isAdmin }
  expect(isSessionAlive(session, after(now))).toBe(isAlive)
})

test('S4: wrong passwords wait ever longer, but never for long', () => {
  expect([1, 3, 4, 5, 8, 1000].map(delayAfterTries)).toEqual([0, 0, 250, 500, 4000, 4000])
})
