import { posts } from '@doorman/db/schema'
import { desc } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { listed } from './posts.ts'

const most = 500

/** Everything an editor can work on, what was changed last first. */
export async function listContent({ db }: Context) {
  return db.select(listed).from(posts).orderBy(desc(posts.updatedAt), desc(posts.id)).limit(most)
}
