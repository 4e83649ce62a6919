import { dayMs, hourMs, minuteMs } from '../time.ts'

/** How long a login session lasts without use, and in total. Shorter for administrators. */
const lifetimes = {
  user: { idleMs: 7 * dayMs, absoluteMs: 30 * dayMs },
  admin: { idleMs: 30 * minuteMs, absoluteMs: 12 * hourMs },
} as const

/** The maximum age of any login session, its cookie and its row. */
export const maxSessionMs = lifetimes.user.absoluteMs

/** How long a user may take to give the second factor after the password. */
export const pendingSignInMs = 10 * minuteMs

/** How long an admin may view the app as a user. */
export const maxViewMs = hourMs

/** How long ago an admin may have given their password before an act that needs it again. */
export const freshPasswordMs = 10 * minuteMs

export function isSessionAlive(
  session: {
    readonly createdAt: Date
    readonly lastUsedAt: Date
    readonly isAdmin: boolean
  },
  now: Date,
): boolean {
  const lifetime = lifetimes[session.isAdmin ? 'admin' : 'user']
  return (
    now.getTime() - session.createdAt.getTime() < lifetime.absoluteMs &&
    now.getTime() - session.lastUsedAt.getTime() < lifetime.idleMs
  )
}

/** How long the response to a wrong password is delayed: not at all at first, then ever longer. */
export function delayAfterTries(tries: number): number {
  return tries <= 3 ? 0 : Math.min(250 * 2 ** (tries - 4), 4_000)
}
