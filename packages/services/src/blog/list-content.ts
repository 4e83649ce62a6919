import { posts } from '@doorman/db/schema'
import { desc } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { listColumns } from './posts.ts'

const maxPosts = 500

/** All posts that an editor can change, last changed first. */
export async function listContent({ db }: Context) {
  return db
    .select(listColumns)
    .from(posts)
    .orderBy(desc(posts.updatedAt), desc(posts.id))
    .limit(maxPosts)
}
