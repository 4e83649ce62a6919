import { maxSessionMs } from '@doorman/domain/accounts/login-session'
import type { BetterAuthOptions } from 'better-auth'
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth/types'
import { createHash, randomBytes } from 'node:crypto'

type Adapter = DBAdapter<BetterAuthOptions>
type Operations = DBTransactionAdapter<BetterAuthOptions>

const prefix = 'sha256:'

/**
 * Wraps better-auth's database adapter, which would store session tokens in plain text. Tokens have
 * 256 bits and are hashed before every write and lookup. Rows are returned with the token that the
 * caller asked with. Times come from our clock.
 */
export function withHashedSessionTokens(
  createAdapter: (options: BetterAuthOptions) => Adapter,
  now: () => Date,
): (options: BetterAuthOptions) => Adapter {
  return (options) => {
    const inner = createAdapter(options)
    return {
      ...inner,
      ...hashSessionTokens(inner, now),
      transaction: (work) =>
        inner.transaction((tx) => work({ ...tx, ...hashSessionTokens(tx, now) })),
    }
  }
}

function hashSessionTokens(
  inner: Operations,
  now: () => Date,
): Pick<
  Operations,
  'create' | 'findOne' | 'findMany' | 'update' | 'updateMany' | 'delete' | 'deleteMany'
> {
  return {
    async create<T extends Record<string, unknown>, R = T>(input: Creation<T>) {
      if (input.model !== 'session') return inner.create<T, R>(input)
      const token = randomBytes(32).toString('base64url')
      const createdAt = now()
      const expiresAt = new Date(createdAt.getTime() + maxSessionMs)
      const times = { createdAt, updatedAt: createdAt, expiresAt }
      const data = { ...input.data, ...times, token: hashOnce(token) }
      return { ...(await inner.create<T, R>({ ...input, data })), token }
    },
    async findOne<T>(input: Parameters<Operations['findOne']>[0]) {
      const row = await inner.findOne<T>(hashWhere(input))
      return row && { ...row, ...toRequestedToken(input) }
    },
    findMany: (input) => inner.findMany(hashWhere(input)),
    async update<T>(input: Parameters<Operations['update']>[0]) {
      const row = await inner.update<T>(hashWhere(input))
      return row && { ...row, ...toRequestedToken(input) }
    },
    updateMany: (input) => inner.updateMany(hashWhere(input)),
    delete: (input) => inner.delete(hashWhere(input)),
    deleteMany: (input) => inner.deleteMany(hashWhere(input)),
  }
}

type Creation<T> = Omit<Parameters<Operations['create']>[0], 'data'> & { data: Omit<T, 'id'> }
type Query = { model: string; where?: Where[] | undefined }

function hashWhere<T extends Query>(query: T): T {
  if (query.model !== 'session' || !query.where) return query
  return { ...query, where: query.where.map(hashCondition) }
}

function hashCondition(condition: Where): Where {
  if (condition.field !== 'token') return condition
  if (typeof condition.value === 'string') return { ...condition, value: hashOnce(condition.value) }
  if (Array.isArray(condition.value))
    return { ...condition, value: condition.value.map((value) => hashOnce(String(value))) }
  return condition
}

/** The token the caller asked with, so that it never sees the hash. */
function toRequestedToken({ model, where }: Query): { token: string } | undefined {
  const value = where?.find((condition) => condition.field === 'token')?.value
  return model === 'session' && typeof value === 'string' ? { token: value } : undefined
}

/**
 * better-auth finds rows by user and then looks them up by the hash they contain, so a hash is not
 * hashed again.
 */
function hashOnce(token: string): string {
  return token.startsWith(prefix) ? token : hashToken(token)
}

export function hashToken(token: string): string {
  return prefix + createHash('sha256').update(token).digest('base64url')
}
