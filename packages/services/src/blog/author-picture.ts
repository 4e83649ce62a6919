import { authorImages, authors } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { PictureId, type AuthorId } from '@doorman/domain/ids'
import { toPicturePath } from '@doorman/domain/site/picture'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { recordAct } from '../audit/record-act.ts'
import type { Admin } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import type { PaintedPicture } from '../ports/pictures.ts'

/** Stores a picture of an author and returns its path. From then on imports leave the author alone. */
export async function uploadAuthorPicture(
  ctx: Context,
  admin: Admin,
  { authorId, upload }: { readonly authorId: AuthorId; readonly upload: Uint8Array },
): Promise<string> {
  const picture = await ctx.pictures.cropPortrait(upload)
  const pictureId = PictureId.parse(randomUUID())
  const image = toPicturePath(pictureId, picture.name)
  await setPicture(ctx, admin, { authorId, image, stored: { pictureId, picture } })
  return image
}

export async function removeAuthorPicture(
  ctx: Context,
  admin: Admin,
  { id }: { readonly id: AuthorId },
): Promise<void> {
  await setPicture(ctx, admin, { authorId: id, image: null, stored: null })
}

async function setPicture(
  ctx: Context,
  admin: Admin,
  change: {
    readonly authorId: AuthorId
    readonly image: string | null
    readonly stored: { readonly pictureId: PictureId; readonly picture: PaintedPicture } | null
  },
): Promise<void> {
  const { authorId, image, stored } = change
  await ctx.db.transaction(async (tx) => {
    const [author] = await tx
      .update(authors)
      .set({ image, isEdited: true })
      .where(eq(authors.id, authorId))
      .returning({ id: authors.id })
    if (!author) throw new AppError('not-found', 'That author doesn’t exist.')
    await tx.delete(authorImages).where(eq(authorImages.authorId, authorId))
    if (stored) {
      const { pictureId, picture } = stored
      await tx.insert(authorImages).values({ pictureId, authorId, ...picture })
    }
    await recordAct(ctx, tx, admin, {
      act: stored ? 'upload-picture' : 'change-author',
      subjectId: authorId,
      details: { use: 'author' },
    })
  })
}
