import { authorImages, postImages } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { PictureId } from '@doorman/domain/ids'
import { and, eq } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Context } from '../ports/context.ts'

/** Pictures of drafts too: their ids cannot be guessed. */
export async function loadPicture(
  { db }: Context,
  { id, name }: { id: string; name: string },
): Promise<Uint8Array> {
  const pictureId = PictureId.safeParse(id)
  const [picture] = pictureId.success
    ? await unionAll(
        db
          .select({ bytes: postImages.bytes })
          .from(postImages)
          .where(and(eq(postImages.pictureId, pictureId.data), eq(postImages.name, name))),
        db
          .select({ bytes: authorImages.bytes })
          .from(authorImages)
          .where(and(eq(authorImages.pictureId, pictureId.data), eq(authorImages.name, name))),
      )
    : []
  if (!picture) throw new AppError('not-found', 'That picture doesn’t exist.')
  return picture.bytes
}
