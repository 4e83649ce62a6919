import {
  articleLines,
  articleTooLong,
  contentMaxLength,
  coverAltMaxLength,
  mostCategories,
  noCategory,
  tooLong,
  tooManyCategories,
} from '@doorman/domain/article'
import { AuthorId, CategoryId, PostId } from '@doorman/domain/ids'
import { isSlug, notASlug } from '@doorman/domain/slug'
import * as z from 'zod/mini'
import { AskedSlug, BlogAuthor, BlogCategory, BlogPost } from './blog.ts'
import { endpoint } from './endpoint.ts'

const uploadMaxMegabytes = 8
export const uploadMaxBytes = uploadMaxMegabytes * 1024 * 1024
export const uploadHint = `JPEG, PNG, WebP or AVIF, up to ${uploadMaxMegabytes} MB.`
export const uploadTooLarge = `This file is too large: a picture may have ${uploadMaxMegabytes} MB at most.`

export const Line = (most: number, message: string) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(most, tooLong(most)))

export const Address = z.string().check(z.refine(isSlug, notASlug))

const { title, metaDescription, excerpt } = articleLines

/** What an editor writes. The form itself checks it by the same rules. */
export const Draft = z.object({
  title: Line(title.most, title.missing),
  slug: Address,
  metaDescription: Line(metaDescription.most, metaDescription.missing),
  excerpt: Line(excerpt.most, excerpt.missing),
  content: z.string().check(z.maxLength(contentMaxLength, articleTooLong)),
  /** Empty where the cover may speak for itself. */
  featuredImageAlt: z
    .string()
    .check(z.trim(), z.maxLength(coverAltMaxLength, tooLong(coverAltMaxLength))),
  authorId: AuthorId,
  categoryIds: z
    .array(CategoryId)
    .check(z.minLength(1, noCategory), z.maxLength(mostCategories, tooManyCategories)),
  /** Null is a draft; in the future, it is scheduled. */
  publishedAt: z.nullable(z.iso.datetime()),
})
export type Draft = z.infer<typeof Draft>

export const EditedPost = z.object({
  ...Draft.shape,
  slug: z.string(),
  id: PostId,
  /** To be sent back: it tells whether somebody else has saved meanwhile. */
  version: z.number(),
  updatedAt: z.iso.datetime(),
})
export type EditedPost = z.infer<typeof EditedPost>

const PostLine = z.object({
  id: PostId,
  slug: z.string(),
  title: z.string(),
  publishedAt: z.nullable(z.iso.datetime()),
  updatedAt: z.iso.datetime(),
  viewCount: z.number(),
})
export type PostLine = z.infer<typeof PostLine>

/** Drafts and scheduled ones too, what was changed last first, 500 at most. */
export const listContent = endpoint({
  method: 'GET',
  path: '/api/admin/posts',
  summary: 'All articles, published or not',
  input: z.object({}),
  reply: z.array(PostLine),
})

/** Who can have written an article, and what it can be about. */
export const loadContentChoices = endpoint({
  method: 'GET',
  path: '/api/admin/post-choices',
  summary: 'Authors and categories to choose from',
  input: z.object({}),
  reply: z.object({
    authors: z.array(z.object({ id: AuthorId, ...BlogAuthor.shape })),
    categories: z.array(BlogCategory),
  }),
})

export const loadContent = endpoint({
  method: 'GET',
  path: '/api/admin/posts/:id',
  summary: 'One article as its editor sees it',
  input: z.object({ id: PostId }),
  reply: EditedPost,
})

/** The page of an article, public or not. */
export const loadDraftPage = endpoint({
  method: 'GET',
  path: '/api/admin/post-pages/:slug',
  summary: 'One article as readers will see it',
  input: z.object({ slug: AskedSlug }),
  reply: z.object({ ...BlogPost.shape, publishedAt: z.nullable(z.iso.datetime()) }),
})

/** An address that another article has, or had, is a 409. */
export const createContent = endpoint({
  method: 'POST',
  path: '/api/admin/posts',
  summary: 'Begin an article',
  input: Draft,
  reply: EditedPost,
})

/** A 409 where somebody else has saved since `version`. A changed address leaves a redirect behind. */
export const saveContent = endpoint({
  method: 'PATCH',
  path: '/api/admin/posts/:id',
  summary: 'Save an article',
  input: z.object({ ...Draft.shape, id: PostId, version: z.number() }),
  reply: EditedPost,
})

export const previewContent = endpoint({
  method: 'POST',
  path: '/api/admin/post-preview',
  summary: 'Markdown as readers will see it',
  input: z.object({ content: z.string().check(z.maxLength(contentMaxLength)) }),
  reply: z.object({ html: z.string() }),
})

/** The path of `POST /api/admin/posts/:id/images?alt=…`, whose body is the file itself. */
export const uploadImagePath = (id: PostId, alt: string) =>
  `/api/admin/posts/${id}/images?alt=${encodeURIComponent(alt)}`

export const UploadedImage = z.object({ markdown: z.string() })
export type UploadedImage = z.infer<typeof UploadedImage>
