import { posts } from '@doorman/db/schema'
import { and, gt, isNull, min } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'

/** When the next scheduled article appears; `null` if none is scheduled. */
export async function findNextPublication(
  { db }: Pick<Context, 'db'>,
  { after }: { readonly after: Date },
): Promise<Date | null> {
  const [next] = await db
    .select({ at: min(posts.publishedAt) })
    .from(posts)
    .where(and(gt(posts.publishedAt, after), isNull(posts.deletedAt)))
  return next?.at ?? null
}
