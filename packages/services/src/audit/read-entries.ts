import { auditLog } from '@doorman/db/schema'
import { asc, gte } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'

export type StoredEntry = typeof auditLog.$inferSelect

const batchSize = 1_000

/** The entries from `firstId` on, in batches: the log may be larger than the memory. */
export async function* readEntries(
  { db }: Pick<Context, 'db'>,
  firstId = 1,
): AsyncGenerator<StoredEntry> {
  let nextId = firstId
  for (;;) {
    const batch = await db
      .select()
      .from(auditLog)
      .where(gte(auditLog.id, nextId))
      .orderBy(asc(auditLog.id))
      .limit(batchSize)
    yield* batch
    const last = batch.at(-1)
    if (!last || batch.length < batchSize) return
    nextId = last.id + 1
  }
}
