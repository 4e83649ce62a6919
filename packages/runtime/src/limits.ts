import { AppError } from '@doorman/domain/app-error'
import { limitRules, type LimitName, type Limits } from '@doorman/services/limits'
import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/**
 * Counters in PostgreSQL, so that they hold across processes and restarts. Who
 * is over the limit is remembered in memory too: a refused try costs no query.
 */
export function createLimits(pool: Pool, secret: string): Limits {
  const limiters = new Map(
    Object.entries(limitRules).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: seconds,
        inMemoryBlockOnConsumed: points + 1,
      }),
    ]),
  )
  const limiter = (name: LimitName) => {
    const found = limiters.get(name)
    if (!found) throw new Error(`No limit is called ${name}`)
    return found
  }
  const keyOf = (who: string) => createHmac('sha256', secret).update(who).digest('base64url')

  return {
    async count(name, who) {
      try {
        return (await limiter(name).consume(keyOf(who))).consumedPoints
      } catch (error) {
        if (error instanceof RateLimiterRes) throw tooMany(error.msBeforeNext)
        throw error
      }
    },
    async forgive(name, who) {
      await limiter(name).delete(keyOf(who))
    },
  }
}

function tooMany(retryAfterMs: number): AppError {
  const minutes = Math.ceil(retryAfterMs / 60_000)
  return new AppError(
    'too-many',
    `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfterMs },
  )
}
