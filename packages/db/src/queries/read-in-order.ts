import { sql } from 'drizzle-orm'
import type { Db } from '../client.ts'

/**
 * Reads a page of decisions in the order of an index. The planner does not know how many rows a mailbox
 * has, only how many it has on average. If that is less than a page, it reads all rows of the mailbox and
 * sorts them, which takes a second for the hundred thousand rows of a large one. Without sorting, and
 * without bitmaps, which lose the order, it goes by the index and stops after the page.
 */
export function readInOrder<Page>(db: Db, read: (tx: Db) => Promise<Page>): Promise<Page> {
  return db.transaction(
    async (tx) => {
      await tx.execute(
        sql`select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`,
      )
      return read(tx)
    },
    { accessMode: 'read only' },
  )
}
