import { posts } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { withDetails, type Post, type WithDetails } from './posts.ts'

/** The post with this slug, published or not. For admins only. */
export async function loadDraft(
  { db }: Context,
  { slug }: { slug: string },
): Promise<WithDetails<Post>> {
  const [post] = await withDetails(
    db,
    await db
      .select()
      .from(posts)
      .where(and(eq(posts.slug, slug), isNull(posts.deletedAt))),
  )
  if (!post) throw new AppError('not-found', 'That article doesn’t exist.')
  return post
}
