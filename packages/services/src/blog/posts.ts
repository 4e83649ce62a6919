import type { Db } from '@doorman/db/client'
import { authors, categories, postCategories, posts } from '@doorman/db/schema'
import type { PostId } from '@doorman/domain/ids'
import { and, asc, eq, getTableColumns, inArray, isNull, lte } from 'drizzle-orm'

export type Post = typeof posts.$inferSelect
export type Author = typeof authors.$inferSelect
export type Category = typeof categories.$inferSelect

const { content: _body, ...listedColumns } = getTableColumns(posts)
/** Columns for lists: all but the content. */
export const listColumns = listedColumns

/** A post with its author and its categories, in their order. */
export type WithDetails<Row> = Row & {
  readonly author: Author
  readonly categories: readonly Category[]
}

/** Neither a draft, nor scheduled for later, nor deleted. */
export function isPublished(now: Date) {
  return and(lte(posts.publishedAt, now), isNull(posts.deletedAt))
}

export async function withDetails<Row extends Pick<Post, 'id' | 'authorId'>>(
  db: Db,
  rows: readonly Row[],
): Promise<WithDetails<Row>[]> {
  if (rows.length === 0) return []
  const authorIds = [...new Set(rows.map((row) => row.authorId))]
  const authorRows = await db.select().from(authors).where(inArray(authors.id, authorIds))
  const ids = rows.map((row) => row.id)
  const categoryRows = await listCategoriesOf(db, ids)
  return rows.map((row) => {
    const author = authorRows.find(({ id }) => id === row.authorId)
    if (!author) throw new Error('The author of a post is missing')
    return { ...row, author, categories: categoryRows.filter(({ postId }) => postId === row.id) }
  })
}

async function listCategoriesOf(db: Db, ids: PostId[]) {
  return db
    .select({ ...getTableColumns(categories), postId: postCategories.postId })
    .from(postCategories)
    .innerJoin(categories, eq(categories.id, postCategories.categoryId))
    .where(inArray(postCategories.postId, ids))
    .orderBy(asc(postCategories.position))
}
