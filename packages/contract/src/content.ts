import {
  articleLines,
  articleTooLong,
  contentMaxLength,
  coverAltMaxLength,
  maxCategories,
  tooLong,
  tooManyCategories,
} from '@doorman/domain/site/article'
import { AuthorId, CategoryId, PictureId, PostId } from '@doorman/domain/ids'
import { isSlug, notASlug } from '@doorman/domain/site/slug'
import * as z from 'zod/mini'
import { RequestedSlug, BlogAuthor, BlogCategory, BlogPost } from './blog.ts'
import { endpoint } from './endpoint.ts'

const uploadMaxMegabytes = 8
export const uploadMaxBytes = uploadMaxMegabytes * 1024 * 1024
export const uploadHint = `JPEG, PNG, WebP or AVIF, up to ${uploadMaxMegabytes} MB.`
export const uploadTooLarge = `This file is too large. Pictures can be up to ${uploadMaxMegabytes} MB.`

export const Line = (maxLength: number, missing: string) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(maxLength, tooLong(maxLength)))

export const Slug = z.string().check(z.refine(isSlug, notASlug))

const { title, metaDescription, excerpt } = articleLines
const OptionalLine = (maxLength: number) =>
  z.string().check(z.trim(), z.maxLength(maxLength, tooLong(maxLength)))

/**
 * An article's editable fields. The browser's form checks the same rules. Only drafts may lack a
 * description, an excerpt and categories.
 */
export const Draft = z.object({
  title: Line(title.max, title.missing),
  slug: Slug,
  metaDescription: OptionalLine(metaDescription.max),
  excerpt: OptionalLine(excerpt.max),
  content: z.string().check(z.maxLength(contentMaxLength, articleTooLong)),
  /** Empty for a purely decorative cover. */
  featuredImageAlt: z
    .string()
    .check(z.trim(), z.maxLength(coverAltMaxLength, tooLong(coverAltMaxLength))),
  authorId: AuthorId,
  categoryIds: z.array(CategoryId).check(z.maxLength(maxCategories, tooManyCategories)),
  /** `null` for a draft; a time in the future schedules the article. */
  publishedAt: z.nullable(z.iso.datetime()),
})
export type Draft = z.infer<typeof Draft>

export const EditedPost = z.object({
  ...Draft.shape,
  slug: z.string(),
  id: PostId,
  /** Send it back when saving: it detects that another editor has saved since. */
  version: z.number(),
  updatedAt: z.iso.datetime(),
  /** Identifies the cover; `null` until it is painted. */
  pictureId: z.nullable(PictureId),
  /** The cover was uploaded, not painted. */
  hasUploadedCover: z.boolean(),
})
export type EditedPost = z.infer<typeof EditedPost>

const PostSummary = z.object({
  id: PostId,
  slug: z.string(),
  title: z.string(),
  publishedAt: z.nullable(z.iso.datetime()),
  updatedAt: z.iso.datetime(),
  viewCount: z.number(),
  /** When the article was deleted; `null` if it was not. It can be restored. */
  deletedAt: z.nullable(z.iso.datetime()),
})
export type PostSummary = z.infer<typeof PostSummary>

/** Includes drafts, scheduled and deleted articles. Last changed first, at most 500. */
export const listContent = endpoint({
  method: 'GET',
  path: '/api/admin/posts',
  summary: 'List all articles, published or not',
  input: z.object({}),
  reply: z.array(PostSummary),
})

export const loadContentChoices = endpoint({
  method: 'GET',
  path: '/api/admin/post-choices',
  summary: 'List the authors and categories to choose from',
  input: z.object({}),
  reply: z.object({
    authors: z.array(z.object({ id: AuthorId, ...BlogAuthor.shape })),
    categories: z.array(BlogCategory),
  }),
})

export const loadContent = endpoint({
  method: 'GET',
  path: '/api/admin/posts/:id',
  summary: 'Load one article for editing',
  input: z.object({ id: PostId }),
  reply: EditedPost,
})

/** Also works for drafts and scheduled articles. */
export const loadDraftPage = endpoint({
  method: 'GET',
  path: '/api/admin/post-pages/:slug',
  summary: 'Load one article as readers will see it',
  input: z.object({ slug: RequestedSlug }),
  reply: z.object({ ...BlogPost.shape, publishedAt: z.nullable(z.iso.datetime()) }),
})

/** Replies 409 if another article has, or once had, the slug. */
export const createContent = endpoint({
  method: 'POST',
  path: '/api/admin/posts',
  summary: 'Create an article',
  input: Draft,
  reply: EditedPost,
})

/**
 * Replies 409 if another editor has saved since `version`. If the slug changes, the former slug
 * redirects to the new one.
 */
export const saveContent = endpoint({
  method: 'PATCH',
  path: '/api/admin/posts/:id',
  summary: 'Save an article',
  input: z.object({ ...Draft.shape, id: PostId, version: z.number() }),
  reply: EditedPost,
})

const OnePost = z.object({ id: PostId })

/** Readers no longer see the article. It can be restored. */
export const deleteContent = endpoint({
  method: 'DELETE',
  path: '/api/admin/posts/:id',
  summary: 'Delete an article',
  input: OnePost,
  reply: z.object({}),
})

export const restoreContent = endpoint({
  method: 'POST',
  path: '/api/admin/posts/:id/restore',
  summary: 'Restore a deleted article as it was',
  input: OnePost,
  reply: z.object({}),
})

/** The article gets a painted cover again. */
export const removeCover = endpoint({
  method: 'DELETE',
  path: '/api/admin/posts/:id/cover',
  summary: 'Replace an uploaded cover with a painted one',
  input: OnePost,
  reply: z.object({}),
})

export const previewContent = endpoint({
  method: 'POST',
  path: '/api/admin/post-preview',
  summary: 'Render Markdown as readers will see it',
  input: z.object({ content: z.string().check(z.maxLength(contentMaxLength)) }),
  reply: z.object({ html: z.string() }),
})

/** Path of `POST /api/admin/posts/:id/images?alt=…`. The body is the file itself, not JSON. */
export const uploadImagePath = (id: PostId, alt: string) =>
  `/api/admin/posts/${id}/images?alt=${encodeURIComponent(alt)}`

export const UploadedImage = z.object({ markdown: z.string() })
export type UploadedImage = z.infer<typeof UploadedImage>

/** Path of `POST /api/admin/posts/:id/cover`. The body is the file itself. */
export const uploadCoverPath = (id: PostId) => `/api/admin/posts/${id}/cover`

export const UploadedCover = z.object({ pictureId: PictureId })
export type UploadedCover = z.infer<typeof UploadedCover>
