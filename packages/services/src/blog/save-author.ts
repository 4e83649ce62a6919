import type { Db } from '@doorman/db/client'
import { authors } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { AuthorId } from '@doorman/domain/ids'
import { and, eq, ne, sql } from 'drizzle-orm'
import { recordAct } from '../audit/record-act.ts'
import type { Admin } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import type { Author } from './posts.ts'

type AuthorDetails = {
  readonly name: string
  readonly bio: string
  readonly linkedinUrl: string | null
  readonly instagramUrl: string | null
}

export async function createAuthor(
  ctx: Context,
  admin: Admin,
  details: AuthorDetails,
): Promise<Author> {
  return ctx.db.transaction(async (tx) => {
    await refuseDuplicateName(tx, details.name, null)
    const [author] = await tx
      .insert(authors)
      // Only imported articles refer to authors by slug. A new author needs any unique slug.
      .values({ ...details, slug: sql`gen_random_uuid()`, isEdited: true })
      .returning()
    if (!author) throw new Error('The author was not stored')
    await recordAct(ctx, tx, admin, { act: 'create-author', subjectId: author.id })
    return author
  })
}

/** From then on, imports no longer overwrite the author. */
export async function updateAuthor(
  ctx: Context,
  admin: Admin,
  { id, ...details }: AuthorDetails & { readonly id: AuthorId },
): Promise<Author> {
  return ctx.db.transaction(async (tx) => {
    await refuseDuplicateName(tx, details.name, id)
    const [author] = await tx
      .update(authors)
      .set({ ...details, isEdited: true })
      .where(eq(authors.id, id))
      .returning()
    if (!author) throw new AppError('not-found', 'That author doesn’t exist.')
    await recordAct(ctx, tx, admin, { act: 'change-author', subjectId: id })
    return author
  })
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
  if (duplicate)
    throw new AppError('conflict', 'An author with this name already exists.', { field: 'name' })
}
