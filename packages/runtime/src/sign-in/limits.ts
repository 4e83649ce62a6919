import { AppError } from '@doorman/domain/app-error'
import { minuteMs } from '@doorman/domain/time'
import { limitRules, type LimitName, type Limits } from '@doorman/services/ports/limits'
import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/**
 * Rate limits counted in PostgreSQL, so that they hold across processes and restarts. Keys above
 * the limit are also remembered in memory, so that rejecting them costs no query.
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
    if (!found) throw new Error(`Unknown limit: ${name}`)
    return found
  }
  const hashKey = (key: string) => createHmac('sha256', secret).update(key).digest('base64url')

  return {
    async count(name, key) {
      try {
        return (await limiter(name).consume(hashKey(key))).consumedPoints
      } catch (error) {
        if (error instanceof RateLimiterRes) throw tooMany(error.msBeforeNext)
        throw error
      }
    },
    async reset(name, key) {
      await limiter(name).delete(hashKey(key))
    },
  }
}

function tooMany(retryAfterMs: number): AppError {
  const minutes = Math.ceil(retryAfterMs / minuteMs)
  return new AppError(
    'too-many',
    `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfterMs },
  )
}
