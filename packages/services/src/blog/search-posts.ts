import { posts } from '@doorman/db/schema'
import { and, desc, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { isPublished, listed, withDetails } from './posts.ts'

const mostFound = 50
const mostWords = 12

/** Posts in which every word occurs, or begins one; newest first. Without a word nothing is found. */
export async function searchPosts({ db, now }: Context, { text }: { text: string }) {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, mostWords)
  if (words.length === 0) return []
  const wanted = words.map((word) => `${word}:*`).join(' & ')
  const rows = await db
    .select(listed)
    .from(posts)
    .where(
      and(
        isPublished(now()),
        // As the index posts_search has it.
        sql`to_tsvector('english', ${posts.title} || ' ' || ${posts.excerpt} || ' ' || ${posts.content}) @@ to_tsquery('english', ${wanted})`,
      ),
    )
    .orderBy(desc(posts.publishedAt), desc(posts.id))
    .limit(mostFound)
  return withDetails(db, rows)
}
