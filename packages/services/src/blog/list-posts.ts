import { categories, postCategories, posts } from '@doorman/db/schema'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { isPublished, listColumns, withDetails } from './posts.ts'

/** Published posts, newest first. An unknown category has no posts. */
export async function listPosts(
  { db, now }: Context,
  { limit, offset, category }: { limit: number; offset: number; category?: string | undefined },
) {
  const inCategory = db
    .select({ id: postCategories.postId })
    .from(postCategories)
    .innerJoin(categories, eq(categories.id, postCategories.categoryId))
    .where(eq(categories.slug, category ?? ''))
  const rows = await db
    .select(listColumns)
    .from(posts)
    .where(
      and(isPublished(now()), category === undefined ? undefined : inArray(posts.id, inCategory)),
    )
    .orderBy(desc(posts.publishedAt), desc(posts.id))
    .limit(limit)
    .offset(offset)
  return withDetails(db, rows)
}
