import type { Db } from '@doorman/db/client'
import { postCategories, posts } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { PostId } from '@doorman/domain/ids'
import { and, asc, count, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Context } from '../ports/context.ts'
import { isPublished, listColumns, withDetails } from './posts.ts'

const maxRelated = 3

/**
 * What to read after a post: the next one down the index (which is older), the one before, and
 * others that share categories with it.
 */
export async function listNearbyPosts({ db, now }: Context, { slug }: { slug: string }) {
  const isShown = isPublished(now())
  const [post] = await db
    .select({ id: posts.id, publishedAt: posts.publishedAt })
    .from(posts)
    .where(and(eq(posts.slug, slug), isShown))
  if (!post) throw new AppError('not-found', 'The article you’re looking for doesn’t exist')
  const place = sql`(${posts.publishedAt}, ${posts.id})`
  const own = sql`(${post.publishedAt}, ${post.id})`
  const [older, newer] = await Promise.all([
    db
      .select(listColumns)
      .from(posts)
      .where(and(isShown, sql`${place} < ${own}`))
      .orderBy(desc(posts.publishedAt), desc(posts.id))
      .limit(1),
    db
      .select(listColumns)
      .from(posts)
      .where(and(isShown, sql`${place} > ${own}`))
      .orderBy(asc(posts.publishedAt), asc(posts.id))
      .limit(1),
  ])
  const beside = [...older, ...newer].map(({ id }) => id)
  const related = await listRelated(db, { id: post.id, without: [post.id, ...beside], now: now() })
  const [next, previous] = await Promise.all([withDetails(db, older), withDetails(db, newer)])
  return { next: next[0] ?? null, previous: previous[0] ?? null, related }
}

/** Posts that share the most categories, then the newest, so that a small blog fills the row too. */
async function listRelated(
  db: Db,
  { id, without, now }: { id: PostId; without: readonly PostId[]; now: Date },
) {
  const ownCategories = alias(postCategories, 'own_categories')
  const shared = await db
    .select({ id: posts.id })
    .from(posts)
    .leftJoin(postCategories, eq(postCategories.postId, posts.id))
    .leftJoin(
      ownCategories,
      and(eq(ownCategories.postId, id), eq(ownCategories.categoryId, postCategories.categoryId)),
    )
    .where(and(isPublished(now), notInArray(posts.id, [...without])))
    .groupBy(posts.id)
    .orderBy(desc(count(ownCategories.postId)), desc(posts.publishedAt), desc(posts.id))
    .limit(maxRelated)
  const ids = shared.map((row) => row.id)
  if (ids.length === 0) return []
  const rows = await db.select(listColumns).from(posts).where(inArray(posts.id, ids))
  return withDetails(
    db,
    rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
  )
}
