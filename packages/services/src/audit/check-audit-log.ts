import { auditLog } from '@doorman/db/schema'
import { firstPreviousHash } from '@doorman/domain/accounts/audit'
import { desc } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { readEntries, type StoredEntry } from './read-entries.ts'
import { hashEntry } from './record-act.ts'

export type AuditCheck = {
  readonly entries: number
  /** The first entry that is missing, was changed, or doesn't continue the one before it. */
  readonly brokenAt: number | null
  /** Hash of the last entry. */
  readonly head: string
}

/** An entry noted outside the database, where a change of the log cannot reach it. */
export type NotedEntry = { readonly id: number; readonly hash: string }

/**
 * Recomputes every hash. An intact chain does not show that its end was cut off, or that all
 * entries from one on were rewritten. An entry that was noted elsewhere shows both.
 */
export async function checkAuditLog(
  ctx: Pick<Context, 'db'>,
  { noted }: { readonly noted?: NotedEntry } = {},
): Promise<AuditCheck & { readonly isNotedEntryThere: boolean }> {
  let isNotedEntryThere = false
  const check = await checkEntries(ctx, 1, (entry) => {
    if (entry.id === noted?.id && entry.hash === noted.hash) isNotedEntryThere = true
  })
  return { ...check, isNotedEntryThere }
}

/** Checks the chain of the latest entries only, for checks that must be quick. */
export async function checkLatestEntries(
  ctx: Pick<Context, 'db'>,
  count: number,
): Promise<AuditCheck> {
  const [last] = await ctx.db
    .select({ id: auditLog.id })
    .from(auditLog)
    .orderBy(desc(auditLog.id))
    .limit(1)
  return checkEntries(ctx, Math.max(1, (last?.id ?? 0) - count + 1))
}

/** Checks the chain from an entry on. Only entry 1 has a previous hash that is known beforehand. */
async function checkEntries(
  ctx: Pick<Context, 'db'>,
  firstId: number,
  onEntry: (entry: StoredEntry) => void = () => {},
): Promise<AuditCheck> {
  let entries = 0
  let brokenAt: number | null = null
  let expectedId = firstId
  let previousHash = firstId === 1 ? firstPreviousHash : null
  for await (const entry of readEntries(ctx, firstId)) {
    const isWhole =
      entry.id === expectedId &&
      entry.hash === hashEntry(entry) &&
      (previousHash === null || entry.previousHash === previousHash)
    if (!isWhole) brokenAt ??= expectedId
    onEntry(entry)
    previousHash = entry.hash
    expectedId = entry.id + 1
    entries += 1
  }
  return { entries, brokenAt, head: previousHash ?? firstPreviousHash }
}
