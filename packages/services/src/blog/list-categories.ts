import { categories } from '@doorman/db/schema'
import { asc } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import type { Category } from './posts.ts'

export async function listCategories({ db }: Context): Promise<Category[]> {
  return db.select().from(categories).orderBy(asc(categories.name)).limit(200)
}
