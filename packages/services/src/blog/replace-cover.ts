import type { Db } from '@doorman/db/client'
import { postImages, posts } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { PictureId, type PostId } from '@doorman/domain/ids'
import { and, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { PaintedPicture } from '../ports/pictures.ts'

/**
 * Stores the pictures of a cover and deletes those of the previous one. An upload races with a
 * painter, which would overwrite it. The row lock orders them: the painter finds the upload and
 * leaves it.
 */
export async function replaceCover(
  tx: Db,
  cover: {
    readonly postId: PostId
    readonly files: readonly PaintedPicture[]
    readonly isUploaded: boolean
  },
): Promise<PictureId> {
  const { postId, files, isUploaded } = cover
  const [post] = await tx.select().from(posts).where(eq(posts.id, postId)).for('update')
  if (!post) throw new AppError('not-found', 'That article doesn’t exist.')
  if (post.pictureId !== null && post.hasUploadedCover && !isUploaded) return post.pictureId
  const pictureId = PictureId.parse(randomUUID())
  await tx
    .insert(postImages)
    .values(files.map(({ name, bytes }) => ({ pictureId, postId, name, bytes })))
  await tx
    .update(posts)
    .set({
      pictureId,
      hasUploadedCover: isUploaded,
      // The description of the painted cover does not fit the uploaded one.
      ...(isUploaded && !post.hasUploadedCover && { featuredImageAlt: '' }),
    })
    .where(eq(posts.id, postId))
  if (post.pictureId !== null)
    await tx
      .delete(postImages)
      .where(and(eq(postImages.postId, postId), eq(postImages.pictureId, post.pictureId)))
  return pictureId
}
