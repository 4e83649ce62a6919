import type { Db } from '@doorman/db/client'
import { authors, categories, postCategories, posts, slugRedirects } from '@doorman/db/schema'
import type { PostId } from '@doorman/domain/ids'
import { Slug } from '@doorman/domain/slug'
import { eq, inArray, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { paintCoverJob } from '../jobs.ts'
import type { Article } from './parse-article.ts'

const Profile = z.url({ protocol: /^https$/ })

export const ImportedAuthor = z.strictObject({
  slug: Slug,
  name: z.string(),
  bio: z.string(),
  /** The path of a file under `apps/web/public`. */
  image: z.optional(z.string()),
  linkedinUrl: z.optional(Profile),
  instagramUrl: z.optional(Profile),
})
export const ImportedCategory = z.strictObject({
  slug: Slug,
  name: z.string(),
  description: z.string(),
})

/** The blog as the product brings it along. */
export type Library = {
  readonly articles: readonly Article[]
  readonly authors: readonly z.infer<typeof ImportedAuthor>[]
  readonly categories: readonly z.infer<typeof ImportedCategory>[]
}

/** Any number, the same in every process: only one of them imports at a time. */
const lockKey = 7_266_735

/**
 * Takes in what is new in the library. What an admin has edited, moved or
 * withdrawn stays as they left it; a repeated run changes nothing.
 */
export async function importArticles(
  { db, jobs, now }: Pick<Context, 'db' | 'jobs' | 'now'>,
  library: Library,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`)
    await importNames(tx, library)
    const changed: PostId[] = []
    for (const article of library.articles)
      changed.push(...(await importArticle(tx, article, now())))
    const bare = await tx.select({ id: posts.id }).from(posts).where(isNull(posts.pictureId))
    const unpainted = new Set([...changed, ...bare.map(({ id }) => id)])
    await jobs.enqueueAll(
      tx,
      paintCoverJob,
      [...unpainted].map((postId) => ({ postId })),
    )
  })
}

/** Who writes, and what about. What an admin has renamed is theirs; of the rest the library has the last word. */
async function importNames(tx: Db, library: Library): Promise<void> {
  if (library.authors.length > 0)
    await tx
      .insert(authors)
      .values([...library.authors])
      .onConflictDoUpdate({
        target: authors.slug,
        set: {
          name: sql`excluded.name`,
          bio: sql`excluded.bio`,
          image: sql`excluded.image`,
          linkedinUrl: sql`excluded.linkedin_url`,
          instagramUrl: sql`excluded.instagram_url`,
        },
        setWhere: eq(authors.isEdited, false),
      })
  if (library.categories.length > 0)
    await tx
      .insert(categories)
      .values([...library.categories])
      .onConflictDoUpdate({
        target: categories.slug,
        set: { name: sql`excluded.name`, description: sql`excluded.description` },
        setWhere: eq(categories.isEdited, false),
      })
}

/** Which post is new or another now, if any. */
async function importArticle(tx: Db, article: Article, at: Date): Promise<PostId[]> {
  const { author, categories: subjects, hash, publishedAt, ...words } = article
  const [known] = await tx.select().from(posts).where(eq(posts.slug, article.slug))
  const [moved] = await tx.select().from(slugRedirects).where(eq(slugRedirects.slug, article.slug))
  if (moved || (known && (known.importedHash === null || known.importedHash === hash))) return []

  const [writer] = await tx.select().from(authors).where(eq(authors.slug, author))
  if (!writer) throw new Error(`${article.slug}: there is no author ${author}`)
  const row = {
    ...words,
    authorId: writer.id,
    publishedAt: new Date(publishedAt),
    importedHash: hash,
    updatedAt: known ? at : new Date(publishedAt),
    coverSeed: article.slug,
  }
  const [post] = await tx
    .insert(posts)
    .values(row)
    .onConflictDoUpdate({ target: posts.slug, set: row })
    .returning({ id: posts.id })
  if (!post) throw new Error(`${article.slug} was not stored`)
  await fileUnder(tx, post.id, subjects)
  return [post.id]
}

async function fileUnder(tx: Db, postId: PostId, slugs: readonly string[]): Promise<void> {
  const found = await tx
    .select()
    .from(categories)
    .where(inArray(categories.slug, [...slugs]))
  const rows = slugs.map((slug, position) => {
    const category = found.find((candidate) => candidate.slug === slug)
    if (!category) throw new Error(`There is no category ${slug}`)
    return { postId, categoryId: category.id, position }
  })
  await tx.delete(postCategories).where(eq(postCategories.postId, postId))
  await tx.insert(postCategories).values(rows)
}
