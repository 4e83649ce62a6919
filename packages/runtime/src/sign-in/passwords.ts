import { AppError } from '@doorman/domain/app-error'
import type { Passwords } from '@doorman/services/ports/passwords'
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** What one hash costs: `memory` in KiB. */
export type PasswordCost = {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const serviceCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }

const maxAtOnce = 2
const maxWaiting = 100

/**
 * argon2id in PHC string format. At most two hashes run at a time, so that many logins at once do
 * not take the CPU from other requests. When a hundred are waiting, further calls fail at once.
 * Tests that sign up many users pass a lower cost.
 */
export function createPasswords(cost: PasswordCost = serviceCost): Passwords {
  const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`
  let running = 0
  const waiting: (() => void)[] = []

  async function enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (running >= maxAtOnce) {
      if (waiting.length >= maxWaiting)
        throw new AppError('unavailable', 'Too many people are signing in. Please try again.', {
          retryAfterMs: 2_000,
        })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    isCurrent: (hash) => hash.startsWith(prefix),

    hash: (password) =>
      enqueue(async () => {
        const salt = randomBytes(16)
        const tag = await derive('argon2id', {
          message: password,
          nonce: salt,
          tagLength: 32,
          ...cost,
        })
        return `${prefix}${encode(salt)}$${encode(tag)}`
      }),

    verify: (password, hash) =>
      enqueue(async () => {
        if (hash === null) {
          await derive('argon2id', {
            message: password,
            nonce: randomBytes(16),
            tagLength: 32,
            ...cost,
          })
          return false
        }
        const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash)
        if (!parts) return false
        const [, memory, passes, parallelism, salt = '', tag = ''] = parts
        const expected = Buffer.from(tag, 'base64')
        const actual = await derive('argon2id', {
          message: password,
          nonce: Buffer.from(salt, 'base64'),
          tagLength: expected.length,
          memory: Number(memory),
          passes: Number(passes),
          parallelism: Number(parallelism),
        })
        return timingSafeEqual(actual, expected)
      }),
  }
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
