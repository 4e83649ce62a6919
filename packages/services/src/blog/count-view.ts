import { posts } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { and, eq, sql } from 'drizzle-orm'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import type { LimitName } from '../ports/limits.ts'
import { isPublished } from './posts.ts'

/** Counts a view. A rate limit counts each network once per post, so reloads add nothing. */
export async function countView(
  { db, now, limits }: Context,
  { network }: Visitor,
  { slug }: { slug: string },
): Promise<void> {
  const isAtLimit = (name: LimitName, key: string) =>
    limits.count(name, key).then(() => false, isTooMany)

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

/** A rate limit is no error for the reader: the view is just not counted. */
function isTooMany(error: unknown): true {
  if (error instanceof AppError && error.code === 'too-many') return true
  throw error
}
