import { posts } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { and, eq, sql } from 'drizzle-orm'
import type { Context, Visitor } from '../context.ts'
import type { LimitName } from '../limits.ts'
import { isPublished } from './posts.ts'

/** Counts a visit, once per network and post in some hours: asking in a loop adds nothing. */
export async function countView(
  { db, now, limits }: Context,
  { network }: Visitor,
  { slug }: { slug: string },
): Promise<void> {
  const isAtLimit = (name: LimitName, who: string) =>
    limits.count(name, who).then(() => false, isTooMany)

  if (await isAtLimit('view-ip', network)) return
  const isThisPost = and(eq(posts.slug, slug), isPublished(now()))
  const [post] = await db.select({ id: posts.id }).from(posts).where(isThisPost)
  if (!post) throw new AppError('not-found', 'The article you’re looking for doesn’t exist')
  if (await isAtLimit('view-post', `${network} ${post.id}`)) return
  await db
    .update(posts)
    .set({ viewCount: sql`${posts.viewCount} + 1` })
    .where(eq(posts.id, post.id))
}

/** A reader is not told that they were counted before: there is nothing they should do about it. */
function isTooMany(error: unknown): true {
  if (error instanceof AppError && error.code === 'too-many') return true
  throw error
}
