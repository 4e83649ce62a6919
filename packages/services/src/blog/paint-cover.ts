import { posts } from '@doorman/db/schema'
import type { PostId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { withDetails } from './posts.ts'
import { replaceCover } from './replace-cover.ts'

/**
 * Paints the cover of a post, unless an admin has uploaded one. If the title changes while it
 * paints, another job paints the cover again.
 */
export async function paintCover(
  { db, pictures }: Context,
  { postId }: { postId: PostId },
): Promise<void> {
  const [post] = await withDetails(db, await db.select().from(posts).where(eq(posts.id, postId)))
  if (!post || post.hasUploadedCover) return
  const files = await pictures.paintCover({
    title: post.title,
    category: post.categories[0]?.name ?? '',
    seed: post.coverSeed,
  })
  await db.transaction((tx) => replaceCover(tx, { postId, files, isUploaded: false }))
}
