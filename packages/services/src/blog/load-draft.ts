import { posts } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { withDetails, type Post, type WithDetails } from './posts.ts'

/** The post at this address, published or not: for those who decide about that. */
export async function loadDraft(
  { db }: Context,
  { slug }: { slug: string },
): Promise<WithDetails<Post>> {
  const [post] = await withDetails(db, await db.select().from(posts).where(eq(posts.slug, slug)))
  if (!post) throw new AppError('not-found', 'There is no such article.')
  return post
}
