import { posts } from '@doorman/db/schema'
import { and, desc, sql } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { isPublished, listColumns, withDetails } from './posts.ts'

const maxResults = 50
const maxWords = 12

/** Posts that contain every word, or a word that starts with it; newest first. */
export async function searchPosts({ db, now }: Context, { text }: { text: string }) {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxWords)
  if (words.length === 0) return []
  const tsquery = words.map((word) => `${word}:*`).join(' & ')
  const rows = await db
    .select(listColumns)
    .from(posts)
    .where(
      and(
        isPublished(now()),
        // The same expression as in the index posts_search; otherwise the index is not used.
        sql`to_tsvector('english', ${posts.title} || ' ' || ${posts.excerpt} || ' ' || ${posts.content}) @@ to_tsquery('english', ${tsquery})`,
      ),
    )
    .orderBy(desc(posts.publishedAt), desc(posts.id))
    .limit(maxResults)
  return withDetails(db, rows)
}
