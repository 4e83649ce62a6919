import { postImages } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { PictureId, type PostId } from '@doorman/domain/ids'
import { toPicturePath } from '@doorman/domain/site/picture'
import { randomUUID } from 'node:crypto'
import { recordAct } from '../audit/record-act.ts'
import type { Admin } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { loadContent } from './load-content.ts'

/** Adds a picture to a post and returns the Markdown that shows it. A description is required. */
export async function addImage(
  ctx: Context,
  admin: Admin,
  { postId, alt, upload }: { postId: PostId; alt: string; upload: Uint8Array },
): Promise<string> {
  const description = alt.replaceAll(/[\p{Cc}[\]\\]/gu, ' ').trim()
  if (description === '')
    throw new AppError('invalid', 'Please describe the picture for people who can’t see it.', {
      field: 'alt',
    })
  await loadContent(ctx, { id: postId })
  const { name, bytes } = await ctx.pictures.reencode(upload)
  const pictureId = PictureId.parse(randomUUID())
  await ctx.db.transaction(async (tx) => {
    await tx.insert(postImages).values({ pictureId, postId, name, bytes })
    const details = { use: 'text' }
    await recordAct(ctx, tx, admin, { act: 'upload-picture', subjectId: postId, details })
  })
  return `![${description}](${toPicturePath(pictureId, name)})`
}
