import type { Db } from '@doorman/db/client'
import { authors } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { AuthorId } from '@doorman/domain/ids'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import type { Author } from './posts.ts'

type AuthorDetails = {
  readonly name: string
  readonly bio: string
  readonly linkedinUrl: string | null
  readonly instagramUrl: string | null
}

export async function createAuthor({ db }: Context, details: AuthorDetails): Promise<Author> {
  await refuseDuplicateName(db, details.name, null)
  const [author] = await db
    .insert(authors)
    // Only imported articles refer to authors by slug. Others need any unique one.
    .values({ ...details, slug: sql`gen_random_uuid()`, isEdited: true })
    .returning()
  if (!author) throw new Error('The author was not stored')
  return author
}

/** From then on, imports no longer overwrite the author. */
export async function updateAuthor(
  { db }: Context,
  { id, ...details }: AuthorDetails & { readonly id: AuthorId },
): Promise<Author> {
  await refuseDuplicateName(db, details.name, id)
  const [author] = await db
    .update(authors)
    .set({ ...details, isEdited: true })
    .where(eq(authors.id, id))
    .returning()
  if (!author) throw new AppError('not-found', 'That author doesn’t exist.')
  return author
}

/** Two authors with the same name would look the same in a list. */
async function refuseDuplicateName(db: Db, name: string, id: AuthorId | null): Promise<void> {
  const isNamed = eq(sql`lower(${authors.name})`, name.toLowerCase())
  const isOtherAuthor = id ? ne(authors.id, id) : undefined
  const [duplicate] = await db
    .select({ id: authors.id })
    .from(authors)
    .where(and(isNamed, isOtherAuthor))
    .limit(1)
  if (duplicate) throw new AppError('conflict', 'An author with this name already exists.')
}
