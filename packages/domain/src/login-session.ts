const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long a login session lives without use, and at all. Power shortens both. */
const lifetimes = {
  user: { idleMs: 7 * day, absoluteMs: 30 * day },
  admin: { idleMs: 30 * minute, absoluteMs: 12 * hour },
} as const

/** The longest any login session lives: the age of its cookie and of its row. */
export const longestSessionMs = lifetimes.user.absoluteMs

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

/** How long a wrong password waits for its answer: not at all at first, then ever longer. */
export function delayAfterTries(tries: number): number {
  return tries <= 3 ? 0 : Math.min(250 * 2 ** (tries - 4), 4_000)
}
