import { categories } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { eq } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import type { Category } from './posts.ts'

export async function loadCategory({ db }: Context, { slug }: { slug: string }): Promise<Category> {
  const [category] = await db.select().from(categories).where(eq(categories.slug, slug))
  if (!category) throw new AppError('not-found', 'The category you’re looking for doesn’t exist.')
  return category
}
