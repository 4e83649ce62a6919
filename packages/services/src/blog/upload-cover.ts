import { posts } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { PictureId, PostId } from '@doorman/domain/ids'
import { drawCover } from '@doorman/domain/site/cover'
import { and, eq, isNull } from 'drizzle-orm'
import { recordAct } from '../audit/record-act.ts'
import type { Admin } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { paintCoverJob } from '../ports/jobs.ts'
import { loadContent } from './load-content.ts'
import { replaceCover } from './replace-cover.ts'

export async function uploadCover(
  ctx: Context,
  admin: Admin,
  { postId, upload }: { readonly postId: PostId; readonly upload: Uint8Array },
): Promise<PictureId> {
  await loadContent(ctx, { id: postId })
  const files = await ctx.pictures.cropCover(upload)
  return ctx.db.transaction(async (tx) => {
    const pictureId = await replaceCover(tx, { postId, files, isUploaded: true })
    const details = { use: 'cover' }
    await recordAct(ctx, tx, admin, { act: 'upload-picture', subjectId: postId, details })
    return pictureId
  })
}

/** Paints a cover again. Until then readers see the uploaded one. */
export async function removeCover(
  ctx: Context,
  admin: Admin,
  { id }: { readonly id: PostId },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [post] = await tx
      .update(posts)
      .set({ hasUploadedCover: false })
      .where(and(eq(posts.id, id), isNull(posts.deletedAt)))
      .returning({ coverSeed: posts.coverSeed })
    if (!post) throw new AppError('not-found', 'That article doesn’t exist.')
    const featuredImageAlt = drawCover(post.coverSeed).alt
    await tx.update(posts).set({ featuredImageAlt }).where(eq(posts.id, id))
    await ctx.jobs.enqueue(tx, paintCoverJob, { postId: id })
    await recordAct(ctx, tx, admin, {
      act: 'change-post',
      subjectId: id,
      details: { cover: 'painted' },
    })
  })
}
