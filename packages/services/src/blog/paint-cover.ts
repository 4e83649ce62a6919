import { postImages, posts } from '@doorman/db/schema'
import { PictureId, type PostId } from '@doorman/domain/ids'
import { and, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Context } from '../ports/context.ts'
import { withDetails } from './posts.ts'

/** Paints the cover of a post. If the title changes meanwhile, another job paints it again. */
export async function paintCover(
  { db, pictures }: Context,
  { postId }: { postId: PostId },
): Promise<void> {
  const [post] = await withDetails(db, await db.select().from(posts).where(eq(posts.id, postId)))
  if (!post) return
  const files = await pictures.paintCover({
    title: post.title,
    category: post.categories[0]?.name ?? '',
    seed: post.coverSeed,
  })
  const pictureId = PictureId.parse(randomUUID())
  await db.transaction(async (tx) => {
    const rows = files.map(({ name, bytes }) => ({ pictureId, postId, name, bytes }))
    await tx.insert(postImages).values(rows)
    await tx.update(posts).set({ pictureId }).where(eq(posts.id, postId))
    if (post.pictureId)
      await tx
        .delete(postImages)
        .where(and(eq(postImages.postId, postId), eq(postImages.pictureId, post.pictureId)))
  })
}
