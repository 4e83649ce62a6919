import { postImages, posts } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { PictureId, type PostId } from '@doorman/domain/ids'
import { toPicturePath } from '@doorman/domain/picture'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'

/** Takes a picture into a post, and gives the markdown that shows it. Without a description there is none. */
export async function addImage(
  { db, pictures }: Context,
  { postId, alt, upload }: { postId: PostId; alt: string; upload: Uint8Array },
): Promise<string> {
  const words = alt.replaceAll(/[\p{Cc}[\]\\]/gu, ' ').trim()
  if (words === '')
    throw new AppError('invalid', 'Please describe the picture for those who cannot see it.')
  const [post] = await db.select({ id: posts.id }).from(posts).where(eq(posts.id, postId))
  if (!post) throw new AppError('not-found', 'There is no such article.')
  const { name, bytes } = await pictures.reencode(upload)
  const pictureId = PictureId.parse(randomUUID())
  await db.insert(postImages).values({ pictureId, postId, name, bytes })
  return `![${words}](${toPicturePath(pictureId, name)})`
}
