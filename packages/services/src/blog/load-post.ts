import { posts, slugRedirects } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { and, eq, inArray, or } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { isPublished, withDetails, type Post, type WithDetails } from './posts.ts'

/** The post with this slug, or the one that used to have it. */
export async function loadPost(
  { db, now }: Context,
  { slug }: { slug: string },
): Promise<WithDetails<Post>> {
  const moved = db
    .select({ id: slugRedirects.postId })
    .from(slugRedirects)
    .where(eq(slugRedirects.slug, slug))
  const rows = await db
    .select()
    .from(posts)
    .where(and(isPublished(now()), or(eq(posts.slug, slug), inArray(posts.id, moved))))
  const [post] = await withDetails(db, rows)
  if (!post) throw new AppError('not-found', 'The article you’re looking for doesn’t exist')
  return post
}
