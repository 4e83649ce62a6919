import { posts } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { PostId } from '@doorman/domain/ids'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { withDetails, type Post, type WithDetails } from './posts.ts'

/** One post, published or not. */
export async function loadContent(
  { db }: Pick<Context, 'db'>,
  { id }: { id: PostId },
): Promise<WithDetails<Post>> {
  const [post] = await withDetails(
    db,
    await db
      .select()
      .from(posts)
      .where(and(eq(posts.id, id), isNull(posts.deletedAt))),
  )
  if (!post) throw new AppError('not-found', 'That article doesn’t exist.')
  return post
}
