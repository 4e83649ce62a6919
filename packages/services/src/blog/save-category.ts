import { categories } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { CategoryId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Category } from './posts.ts'

type Words = { readonly name: string; readonly description: string }

export async function createCategory(
  { db }: Context,
  { name, description, slug }: Words & { readonly slug: string },
): Promise<Category> {
  const [category] = await db
    .insert(categories)
    .values({ name, description, slug, isEdited: true })
    .onConflictDoNothing({ target: categories.slug })
    .returning()
  if (!category) throw new AppError('conflict', 'Another category has this address.')
  return category
}

/** From then on it is the admin's: no import writes over it. */
export async function renameCategory(
  { db }: Context,
  { id, name, description }: Words & { readonly id: CategoryId },
): Promise<Category> {
  const [category] = await db
    .update(categories)
    .set({ name, description, isEdited: true })
    .where(eq(categories.id, id))
    .returning()
  if (!category) throw new AppError('not-found', 'There is no such category.')
  return category
}
