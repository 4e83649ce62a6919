import type { Db } from '@doorman/db/client'
import { authors } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { AuthorId } from '@doorman/domain/ids'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Author } from './posts.ts'

type Words = {
  readonly name: string
  readonly bio: string
  readonly linkedinUrl: string | null
  readonly instagramUrl: string | null
}

export async function createAuthor({ db }: Context, words: Words): Promise<Author> {
  await refuseNamesake(db, words.name, null)
  const [author] = await db
    .insert(authors)
    // Only the library calls authors by a slug; one of an admin's needs any that nobody has.
    .values({ ...words, slug: sql`gen_random_uuid()`, isEdited: true })
    .returning()
  if (!author) throw new Error('The author was not stored')
  return author
}

/** From then on it is the admin's: no import writes over it. */
export async function renameAuthor(
  { db }: Context,
  { id, ...words }: Words & { readonly id: AuthorId },
): Promise<Author> {
  await refuseNamesake(db, words.name, id)
  const [author] = await db
    .update(authors)
    .set({ ...words, isEdited: true })
    .where(eq(authors.id, id))
    .returning()
  if (!author) throw new AppError('not-found', 'There is no such author.')
  return author
}

/** Two of a name could not be told apart in a list. */
async function refuseNamesake(db: Db, name: string, id: AuthorId | null): Promise<void> {
  const isNamed = eq(sql`lower(${authors.name})`, name.toLowerCase())
  const isAnother = id ? ne(authors.id, id) : undefined
  const [namesake] = await db
    .select({ id: authors.id })
    .from(authors)
    .where(and(isNamed, isAnother))
    .limit(1)
  if (namesake) throw new AppError('conflict', 'There is an author of this name already.')
}
