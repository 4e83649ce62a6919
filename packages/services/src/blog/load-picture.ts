import { postImages } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { PictureId } from '@doorman/domain/ids'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** Also of drafts: who knows the id of a picture was shown it. */
export async function loadPicture(
  { db }: Context,
  { id, name }: { id: string; name: string },
): Promise<Uint8Array> {
  const asked = PictureId.safeParse(id)
  const [picture] = asked.success
    ? await db
        .select({ bytes: postImages.bytes })
        .from(postImages)
        .where(and(eq(postImages.pictureId, asked.data), eq(postImages.name, name)))
    : []
  if (!picture) throw new AppError('not-found', 'There is no such picture.')
  return picture.bytes
}
