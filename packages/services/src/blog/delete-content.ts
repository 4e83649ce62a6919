import { posts } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { PostId } from '@doorman/domain/ids'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { recordAct } from '../audit/record-act.ts'
import type { Admin } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

/** Hides a post from readers. The row stays, so that it can be restored. Idempotent. */
export async function deleteContent(
  ctx: Context,
  admin: Admin,
  { id }: { readonly id: PostId },
): Promise<void> {
  await change(ctx, admin, { id, isDeletion: true })
}

/** Restores a deleted post with its address, cover and time of publication. Idempotent. */
export async function restoreContent(
  ctx: Context,
  admin: Admin,
  { id }: { readonly id: PostId },
): Promise<void> {
  await change(ctx, admin, { id, isDeletion: false })
}

async function change(
  ctx: Context,
  admin: Admin,
  { id, isDeletion }: { readonly id: PostId; readonly isDeletion: boolean },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [known] = await tx.select({ id: posts.id }).from(posts).where(eq(posts.id, id))
    if (!known) throw new AppError('not-found', 'That article doesn’t exist.')
    const isOtherwise = isDeletion ? isNull(posts.deletedAt) : isNotNull(posts.deletedAt)
    await tx
      .update(posts)
      .set({ deletedAt: isDeletion ? ctx.now() : null })
      .where(and(eq(posts.id, id), isOtherwise))
    const act = isDeletion ? 'delete-post' : 'restore-post'
    await recordAct(ctx, tx, admin, { act, subjectId: id })
  })
}
