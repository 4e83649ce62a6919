import { categories } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { CategoryId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import { recordAct } from '../audit/record-act.ts'
import type { Admin } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import type { Category } from './posts.ts'

type CategoryDetails = { readonly name: string; readonly description: string }

export async function createCategory(
  ctx: Context,
  admin: Admin,
  { name, description, slug }: CategoryDetails & { readonly slug: string },
): Promise<Category> {
  return ctx.db.transaction(async (tx) => {
    const [category] = await tx
      .insert(categories)
      .values({ name, description, slug, isEdited: true })
      .onConflictDoNothing({ target: categories.slug })
      .returning()
    if (!category)
      throw new AppError('conflict', 'Another category uses this address.', { field: 'slug' })
    await recordAct(ctx, tx, admin, { act: 'create-category', subjectId: category.id })
    return category
  })
}

/** From then on, imports no longer overwrite the category. */
export async function updateCategory(
  ctx: Context,
  admin: Admin,
  { id, name, description }: CategoryDetails & { readonly id: CategoryId },
): Promise<Category> {
  return ctx.db.transaction(async (tx) => {
    const [category] = await tx
      .update(categories)
      .set({ name, description, isEdited: true })
      .where(eq(categories.id, id))
      .returning()
    if (!category) throw new AppError('not-found', 'That category doesn’t exist.')
    await recordAct(ctx, tx, admin, { act: 'change-category', subjectId: id })
    return category
  })
}
