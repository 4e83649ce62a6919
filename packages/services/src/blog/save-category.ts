import { categories } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { CategoryId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import type { Category } from './posts.ts'

type CategoryDetails = { readonly name: string; readonly description: string }

export async function createCategory(
  { db }: Context,
  { name, description, slug }: CategoryDetails & { readonly slug: string },
): Promise<Category> {
  const [category] = await db
    .insert(categories)
    .values({ name, description, slug, isEdited: true })
    .onConflictDoNothing({ target: categories.slug })
    .returning()
  if (!category) throw new AppError('conflict', 'Another category uses this address.')
  return category
}

/** From then on, imports no longer overwrite the category. */
export async function updateCategory(
  { db }: Context,
  { id, name, description }: CategoryDetails & { readonly id: CategoryId },
): Promise<Category> {
  const [category] = await db
    .update(categories)
    .set({ name, description, isEdited: true })
    .where(eq(categories.id, id))
    .returning()
  if (!category) throw new AppError('not-found', 'That category doesn’t exist.')
  return category
}
