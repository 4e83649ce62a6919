import { authors } from '@doorman/db/schema'
import { asc } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import type { Author } from './posts.ts'

export async function listAuthors({ db }: Context): Promise<Author[]> {
  return db.select().from(authors).orderBy(asc(authors.name)).limit(200)
}
