import { sql } from 'drizzle-orm'
import { decisions } from '../schema.ts'

/**
 * A lease that was given back before its move was recorded. Free at once, but not `null`: the message
 * may have been moved, so that only `move-message`, which looks again, takes it from now on.
 */
export const unfinishedLease = new Date(0)

/**
 * The lease of a move that the provider refuses. No job tries it again by itself, only the retry of an
 * admin or another action of the user, which makes it an `unfinishedLease`.
 */
export const refusedLease = new Date(1)

export const isNotRefused = sql`${decisions.leasedUntil} is distinct from ${refusedLease.toISOString()}::timestamptz`
