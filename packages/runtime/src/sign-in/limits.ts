import { AppError } from '@doorman/domain/app-error'
import { minuteMs } from '@doorman/domain/time'
import { limitRules, type LimitName, type Limits } from '@doorman/services/ports/limits'
import { createHmac, createSecretKey } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/**
 * Rate limits counted in PostgreSQL, so that they hold across processes and restarts. If a limit is
 * never reset, keys above it are also remembered in memory, so that rejecting them costs no query.
 * Limits that can be reset ask the table each time: with a key in memory, a process would keep
 * rejecting after another process has reset its count.
 */
export function createLimits(pool: Pool, secret: string): Limits {
  const limiters = new Map(
    Object.entries(limitRules).map(([name, rule]) => [
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points: rule.points,
        duration: rule.seconds,
        ...(!('canReset' in rule) && { inMemoryBlockOnConsumed: rule.points + 1 }),
      }),
    ]),
  )
  const limiter = (name: LimitName) => {
    const found = limiters.get(name)
    if (!found) throw new Error(`Unknown limit: ${name}`)
    return found
  }
  const secretKey = createSecretKey(secret, 'utf8')
  const hash = (part: string) => createHmac('sha256', secretKey).update(part).digest('base64url')
  const toKey = (parts: readonly string[]) => parts.map(hash).join('.')

  return {
    async count(name, ...key) {
      try {
        return (await limiter(name).consume(toKey(key))).consumedPoints
      } catch (error) {
        if (error instanceof RateLimiterRes) throw tooMany(error.msBeforeNext)
        throw error
      }
    },
    async reset(name, ...key) {
      await limiter(name).delete(toKey(key))
    },
    async resetAll(name, ...key) {
      const start = `${limiter(name).getKey(toKey(key))}.`
      await pool.query('delete from rate_limits where starts_with(key, $1)', [start])
    },
    async forget(...keys) {
      // A key is the name of its limit, a colon, and hashes that are separated by dots.
      await pool.query(
        `delete from rate_limits where split_part(split_part(key, ':', 2), '.', 1) = any($1)`,
        [keys.map(hash)],
      )
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
