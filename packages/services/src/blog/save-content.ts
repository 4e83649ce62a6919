import type { Db } from '@doorman/db/client'
import { authors, categories, postCategories, posts, slugRedirects } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { drawCover } from '@doorman/domain/cover'
import type { AuthorId, CategoryId, PostId } from '@doorman/domain/ids'
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { paintCoverJob } from '../jobs.ts'
import { loadContent } from './load-content.ts'
import { renderMarkdown } from './render-markdown.ts'

export type Draft = {
  readonly title: string
  readonly slug: string
  readonly metaDescription: string
  readonly excerpt: string
  readonly content: string
  readonly featuredImageAlt: string
  readonly authorId: AuthorId
  readonly categoryIds: readonly CategoryId[]
  readonly publishedAt: Date | null
}

/** Begins a post. Its cover follows from its first address. */
export async function createContent(ctx: Context, draft: Draft) {
  return ctx.db.transaction(async (tx) => {
    const { categoryIds, ...words } = await check(tx, draft, null)
    const [post] = await tx
      .insert(posts)
      .values({ ...describeCover(words, draft.slug), coverSeed: draft.slug, updatedAt: ctx.now() })
      .returning({ id: posts.id })
    if (!post) throw new Error('The post was not stored')
    await fileUnder(tx, post.id, categoryIds)
    await ctx.jobs.enqueue(tx, paintCoverJob, { postId: post.id })
    return loadContent({ db: tx }, post)
  })
}

/**
 * Saves a post over the version the editor has seen, and over no other. From
 * then on it is theirs: no import touches it again.
 */
export async function saveContent(
  ctx: Context,
  { id, version, ...draft }: Draft & { readonly id: PostId; readonly version: number },
) {
  return ctx.db.transaction(async (tx) => {
    const [before] = await tx.select().from(posts).where(eq(posts.id, id)).for('update')
    if (!before) throw new AppError('not-found', 'There is no such article.')
    if (before.version !== version)
      throw new AppError(
        'conflict',
        'Somebody else has saved this article meanwhile. Copy your text, then load it again.',
      )
    const { categoryIds, ...words } = await check(tx, draft, id)
    const next = { version: version + 1, importedHash: null, updatedAt: ctx.now() }
    await tx
      .update(posts)
      .set({ ...describeCover(words, before.coverSeed), ...next })
      .where(eq(posts.id, id))
    if (before.slug !== draft.slug) await leaveRedirect(tx, id, before.slug, draft.slug)
    await fileUnder(tx, id, categoryIds)
    await ctx.jobs.enqueue(tx, paintCoverJob, { postId: id })
    return loadContent({ db: tx }, { id })
  })
}

/** The editor's words for a cover, or its own. */
function describeCover<Words extends Pick<Draft, 'featuredImageAlt'>>(words: Words, seed: string) {
  return { ...words, featuredImageAlt: words.featuredImageAlt || drawCover(seed).alt }
}

/** What the database would refuse with an error, refused in words. */
async function check(tx: Db, draft: Draft, id: PostId | null): Promise<Draft> {
  renderMarkdown(draft.content)
  const isAnother = id ? ne(posts.id, id) : undefined
  const isMovedAnother = id ? ne(slugRedirects.postId, id) : undefined
  const taken = [
    ...(await tx
      .select({ id: posts.id })
      .from(posts)
      .where(and(eq(posts.slug, draft.slug), isAnother))),
    ...(await tx
      .select({ id: slugRedirects.postId })
      .from(slugRedirects)
      .where(and(eq(slugRedirects.slug, draft.slug), isMovedAnother))),
  ]
  if (taken.length > 0) throw new AppError('conflict', 'Another article has, or had, this address.')
  const writer = await tx.select().from(authors).where(eq(authors.id, draft.authorId))
  const subjects = await tx
    .select()
    .from(categories)
    .where(inArray(categories.id, [...draft.categoryIds]))
  if (writer.length === 0) throw new AppError('invalid', 'There is no such author.')
  if (subjects.length !== new Set(draft.categoryIds).size)
    throw new AppError('invalid', 'There is no such category.')
  return draft
}

async function leaveRedirect(tx: Db, postId: PostId, from: string, to: string): Promise<void> {
  await tx.delete(slugRedirects).where(eq(slugRedirects.slug, to))
  await tx.insert(slugRedirects).values({ slug: from, postId })
}

async function fileUnder(tx: Db, postId: PostId, ids: readonly CategoryId[]): Promise<void> {
  await tx.delete(postCategories).where(eq(postCategories.postId, postId))
  const rows = [...new Set(ids)].map((categoryId, position) => ({ postId, categoryId, position }))
  await tx.insert(postCategories).values(rows)
}
