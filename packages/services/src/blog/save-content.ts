import type { Db } from '@doorman/db/client'
import { authors, categories, postCategories, posts, slugRedirects } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { findArticleErrors } from '@doorman/domain/site/article'
import { drawCover } from '@doorman/domain/site/cover'
import type { AuthorId, CategoryId, PostId } from '@doorman/domain/ids'
import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { recordAct } from '../audit/record-act.ts'
import type { Admin } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { paintCoverJob } from '../ports/jobs.ts'
import { chooseCoverSeed } from './choose-cover.ts'
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

/** Creates a post. The shapes of its cover depend on its first slug and its neighbours' covers. */
export async function createContent(ctx: Context, admin: Admin, draft: Draft) {
  return ctx.db.transaction(async (tx) => {
    const { categoryIds, ...fields } = await check(tx, draft, null)
    const place = { id: null, publishedAt: draft.publishedAt, now: ctx.now() }
    const coverSeed = await chooseCoverSeed(tx, draft.slug, place)
    const [post] = await tx
      .insert(posts)
      .values({ ...describeCover(fields, coverSeed), coverSeed, updatedAt: ctx.now() })
      .returning({ id: posts.id })
    if (!post) throw new Error('The post was not stored')
    await setCategories(tx, post.id, categoryIds)
    await ctx.jobs.enqueue(tx, paintCoverJob, { postId: post.id })
    await recordAct(ctx, tx, admin, { act: 'create-post', subjectId: post.id })
    return loadContent({ db: tx }, post)
  })
}

/**
 * Saves a post if `version` is still its current version (optimistic locking). From then on,
 * imports leave it alone.
 */
export async function saveContent(
  ctx: Context,
  admin: Admin,
  { id, version, ...draft }: Draft & { readonly id: PostId; readonly version: number },
) {
  return ctx.db.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(posts)
      .where(and(eq(posts.id, id), isNull(posts.deletedAt)))
      .for('update')
    if (!before) throw new AppError('not-found', 'That article doesn’t exist.')
    if (before.version !== version)
      throw new AppError(
        'conflict',
        'This article was saved in another tab or by someone else in the meantime.',
      )
    const { categoryIds, ...fields } = await check(tx, draft, id)
    const coverSeed = await keepCoverDistinct(tx, before, draft, ctx.now())
    const next = { version: version + 1, importedHash: null, updatedAt: ctx.now(), coverSeed }
    const described = coverSeed === before.coverSeed ? fields : { ...fields, featuredImageAlt: '' }
    const saved = before.hasUploadedCover ? fields : describeCover(described, coverSeed)
    await tx
      .update(posts)
      .set({ ...saved, ...next })
      .where(eq(posts.id, id))
    if (before.slug !== draft.slug) await addRedirect(tx, id, before.slug, draft.slug)
    const categoriesBefore = await setCategories(tx, id, categoryIds)
    // Drafts are saved every few seconds while an editor types; most of the time the cover stays.
    const hasNewCategory = categoriesBefore[0] !== categoryIds[0]
    const hasNewCover = before.pictureId === null || before.coverSeed !== coverSeed
    if (hasNewCover || before.title !== draft.title || hasNewCategory)
      await ctx.jobs.enqueue(tx, paintCoverJob, { postId: id })
    const changed = listChanges(
      { ...before, categoryIds: categoriesBefore },
      { ...saved, categoryIds },
    )
    await recordAct(ctx, tx, admin, {
      act: 'change-post',
      subjectId: id,
      details: { changed, publishedAt: draft.publishedAt?.toISOString() ?? null },
    })
    return loadContent({ db: tx }, { id })
  })
}

/**
 * A post that moves on the index may get a neighbour with the same motif, so its cover may change.
 * A cover that an editor has described stays.
 */
async function keepCoverDistinct(
  tx: Db,
  before: typeof posts.$inferSelect,
  { publishedAt, featuredImageAlt }: Draft,
  now: Date,
): Promise<string> {
  const { id, coverSeed, hasUploadedCover } = before
  const hasMoved = before.publishedAt?.getTime() !== publishedAt?.getTime()
  const isDescribed = featuredImageAlt !== '' && featuredImageAlt !== drawCover(coverSeed).alt
  if (!hasMoved || hasUploadedCover || isDescribed) return coverSeed
  return chooseCoverSeed(tx, coverSeed, { id, publishedAt, now })
}

/** The editor's description of a painted cover, or a generated one. */
function describeCover<Fields extends Pick<Draft, 'featuredImageAlt'>>(
  fields: Fields,
  seed: string,
) {
  return { ...fields, featuredImageAlt: fields.featuredImageAlt || drawCover(seed).alt }
}

/** Checks what a constraint would refuse, to give a readable message. */
async function check(tx: Db, draft: Draft, id: PostId | null): Promise<Draft> {
  const [error] = Object.values(findArticleErrors(draft))
  if (error !== undefined) throw new AppError('invalid', error)
  renderMarkdown(draft.content)
  const isOtherPost = id ? ne(posts.id, id) : undefined
  const isOtherRedirect = id ? ne(slugRedirects.postId, id) : undefined
  const taken = [
    ...(await tx
      .select({ id: posts.id })
      .from(posts)
      .where(and(eq(posts.slug, draft.slug), isOtherPost))),
    ...(await tx
      .select({ id: slugRedirects.postId })
      .from(slugRedirects)
      .where(and(eq(slugRedirects.slug, draft.slug), isOtherRedirect))),
  ]
  if (taken.length > 0)
    throw new AppError('conflict', 'Another article uses or used this address.', { field: 'slug' })
  const authorRows = await tx.select().from(authors).where(eq(authors.id, draft.authorId))
  const categoryRows = await tx
    .select()
    .from(categories)
    .where(inArray(categories.id, [...draft.categoryIds]))
  if (authorRows.length === 0) throw new AppError('invalid', 'That author doesn’t exist.')
  if (categoryRows.length !== new Set(draft.categoryIds).size)
    throw new AppError('invalid', 'That category doesn’t exist.')
  return draft
}

async function addRedirect(tx: Db, postId: PostId, from: string, to: string): Promise<void> {
  await tx.delete(slugRedirects).where(eq(slugRedirects.slug, to))
  await tx.insert(slugRedirects).values({ slug: from, postId })
}

/** The names of the fields that differ. Never what is in them: the audit log holds no text. */
function listChanges(before: Draft, after: Draft): string {
  const names = Object.keys(after) as (keyof Draft)[]
  return names.filter((name) => String(before[name]) !== String(after[name])).join(',')
}

/** Returns the previous categories. The cover shows the first one. */
async function setCategories(
  tx: Db,
  postId: PostId,
  ids: readonly CategoryId[],
): Promise<readonly CategoryId[]> {
  const before = await tx
    .delete(postCategories)
    .where(eq(postCategories.postId, postId))
    .returning()
  const rows = [...new Set(ids)].map((categoryId, position) => ({ postId, categoryId, position }))
  if (rows.length > 0) await tx.insert(postCategories).values(rows)
  return before
    .toSorted((one, other) => one.position - other.position)
    .map(({ categoryId }) => categoryId)
}
