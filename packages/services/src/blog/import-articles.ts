import type { Db } from '@doorman/db/client'
import { authors, categories, postCategories, posts, slugRedirects } from '@doorman/db/schema'
import type { PostId } from '@doorman/domain/ids'
import { drawCover } from '@doorman/domain/site/cover'
import { Slug } from '@doorman/domain/site/slug'
import { eq, inArray, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Context } from '../ports/context.ts'
import { paintCoverJob } from '../ports/jobs.ts'
import { chooseCoverSeed, renewCovers } from './choose-cover.ts'
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

/** The blog articles that come with the product. */
export type Library = {
  readonly articles: readonly Article[]
  readonly authors: readonly z.infer<typeof ImportedAuthor>[]
  readonly categories: readonly z.infer<typeof ImportedCategory>[]
}

/** Advisory lock: two workers that start together would import the same articles twice. */
const lockKey = 7_266_735

/**
 * Imports new and changed articles. Articles that an admin has edited or moved are left alone.
 * Idempotent.
 */
export async function importArticles(
  { db, jobs, now }: Pick<Context, 'db' | 'jobs' | 'now'>,
  library: Library,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`)
    await importAuthorsAndCategories(tx, library)
    const changed: PostId[] = await renewCovers(tx, now())
    for (const article of library.articles)
      changed.push(...(await importArticle(tx, article, now())))
    const withoutCover = await tx
      .select({ id: posts.id })
      .from(posts)
      .where(isNull(posts.pictureId))
    const unpainted = new Set([...changed, ...withoutCover.map(({ id }) => id)])
    await jobs.enqueueAll(
      tx,
      paintCoverJob,
      [...unpainted].map((postId) => ({ postId })),
    )
  })
}

/** Overwrites authors and categories, except those that an admin has edited. */
async function importAuthorsAndCategories(tx: Db, library: Library): Promise<void> {
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

/** Returns the post if it is new or has changed. */
async function importArticle(tx: Db, article: Article, at: Date): Promise<PostId[]> {
  const { author, categories: categorySlugs, hash, featuredImageAlt, ...fields } = article
  const publishedAt = new Date(article.publishedAt)
  const [known] = await tx.select().from(posts).where(eq(posts.slug, article.slug))
  const [moved] = await tx.select().from(slugRedirects).where(eq(slugRedirects.slug, article.slug))
  if (moved || (known && (known.importedHash === null || known.importedHash === hash))) return []

  const [authorRow] = await tx.select().from(authors).where(eq(authors.slug, author))
  if (!authorRow) throw new Error(`${article.slug}: unknown author ${author}`)
  const place = { id: known?.id ?? null, publishedAt, now: at }
  const coverSeed = featuredImageAlt
    ? article.slug
    : await chooseCoverSeed(tx, known?.coverSeed ?? article.slug, place)
  const row = {
    ...fields,
    authorId: authorRow.id,
    publishedAt,
    importedHash: hash,
    updatedAt: known ? at : publishedAt,
    coverSeed,
    featuredImageAlt: featuredImageAlt ?? drawCover(coverSeed).alt,
  }
  const [post] = await tx
    .insert(posts)
    .values(row)
    .onConflictDoUpdate({ target: posts.slug, set: row })
    .returning({ id: posts.id })
  if (!post) throw new Error(`${article.slug} was not stored`)
  await setCategories(tx, post.id, categorySlugs)
  return [post.id]
}

async function setCategories(tx: Db, postId: PostId, slugs: readonly string[]): Promise<void> {
  const found = await tx
    .select()
    .from(categories)
    .where(inArray(categories.slug, [...slugs]))
  const rows = slugs.map((slug, position) => {
    const category = found.find((candidate) => candidate.slug === slug)
    if (!category) throw new Error(`Unknown category ${slug}`)
    return { postId, categoryId: category.id, position }
  })
  await tx.delete(postCategories).where(eq(postCategories.postId, postId))
  await tx.insert(postCategories).values(rows)
}
