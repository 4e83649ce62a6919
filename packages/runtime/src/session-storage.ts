import { longestSessionMs } from '@doorman/domain/login-session'
import type { BetterAuthOptions } from 'better-auth'
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth/types'
import { createHash, randomBytes } from 'node:crypto'

type Adapter = DBAdapter<BetterAuthOptions>
type Operations = DBTransactionAdapter<BetterAuthOptions>

const prefix = 'sha256:'

/**
 * Keeps login sessions our way: tokens of 256 bits, stored as hashes only, and
 * times by our own clock. better-auth stores and looks up the token in clear;
 * this stands between it and the tables, hashes on the way in and gives back the
 * token it was asked with on the way out.
 */
export function withOurSessions(
  makeAdapter: (options: BetterAuthOptions) => Adapter,
  now: () => Date,
): (options: BetterAuthOptions) => Adapter {
  return (options) => {
    const inner = makeAdapter(options)
    return {
      ...inner,
      ...guardSessions(inner, now),
      transaction: (work) => inner.transaction((tx) => work({ ...tx, ...guardSessions(tx, now) })),
    }
  }
}

function guardSessions(
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
      const expiresAt = new Date(createdAt.getTime() + longestSessionMs)
      const times = { createdAt, updatedAt: createdAt, expiresAt }
      const data = { ...input.data, ...times, token: hash(token) }
      return { ...(await inner.create<T, R>({ ...input, data })), token }
    },
    async findOne<T>(input: Parameters<Operations['findOne']>[0]) {
      const row = await inner.findOne<T>(hashWhere(input))
      return row && { ...row, ...tokenOf(input) }
    },
    findMany: (input) => inner.findMany(hashWhere(input)),
    async update<T>(input: Parameters<Operations['update']>[0]) {
      const row = await inner.update<T>(hashWhere(input))
      return row && { ...row, ...tokenOf(input) }
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
  if (typeof condition.value === 'string') return { ...condition, value: hash(condition.value) }
  if (Array.isArray(condition.value))
    return { ...condition, value: condition.value.map((value) => hash(String(value))) }
  return condition
}

/** The token the caller asked with, so that it never sees the stored form. */
function tokenOf({ model, where }: Query): { token: string } | undefined {
  const value = where?.find((condition) => condition.field === 'token')?.value
  return model === 'session' && typeof value === 'string' ? { token: value } : undefined
}

/** Rows found by user carry the stored form; better-auth asks for them by that again. */
function hash(token: string): string {
  return token.startsWith(prefix) ? token : hashToken(token)
}

export function hashToken(token: string): string {
  return prefix + createHash('sha256').update(token).digest('base64url')
}
