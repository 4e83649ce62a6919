import { postImages, posts } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { PictureId, type PostId } from '@doorman/domain/ids'
import { toPicturePath } from '@doorman/domain/site/picture'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Context } from '../ports/context.ts'

/** Adds a picture to a post and returns the Markdown that shows it. A description is required. */
export async function addImage(
  { db, pictures }: Context,
  { postId, alt, upload }: { postId: PostId; alt: string; upload: Uint8Array },
): Promise<string> {
  const description = alt.replaceAll(/[\p{Cc}[\]\\]/gu, ' ').trim()
  if (description === '')
    throw new AppError('invalid', 'Please describe the picture for people who can’t see it.')
  const [post] = await db.select({ id: posts.id }).from(posts).where(eq(posts.id, postId))
  if (!post) throw new AppError('not-found', 'That article doesn’t exist.')
  const { name, bytes } = await pictures.reencode(upload)
  const pictureId = PictureId.parse(randomUUID())
  await db.insert(postImages).values({ pictureId, postId, name, bytes })
  return `![${description}](${toPicturePath(pictureId, name)})`
}
