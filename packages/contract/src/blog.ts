import { CategoryId, PictureId, PostId } from '@doorman/domain/ids'
import { slugMaxLength } from '@doorman/domain/site/slug'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const postsPerPage = 12
/** The most posts that one call returns. A category page asks for this many. */
export const maxPosts = 200
const maxOffset = 100_000

/** A slug from a URL. Not validated: an invalid one is simply not found. */
export const RequestedSlug = z.string().check(z.maxLength(slugMaxLength * 2))

const CategoryBadge = z.object({ id: CategoryId, name: z.string(), slug: z.string() })
export type CategoryBadge = z.infer<typeof CategoryBadge>

export const BlogCategory = z.object({
  ...CategoryBadge.shape,
  description: z.optional(z.string()),
})
export type BlogCategory = z.infer<typeof BlogCategory>

export const BlogAuthor = z.object({
  name: z.string(),
  bio: z.string(),
  image: z.nullable(z.string()),
  linkedinUrl: z.nullable(z.string()),
  instagramUrl: z.nullable(z.string()),
})
export type BlogAuthor = z.infer<typeof BlogAuthor>

/** An article as lists show it, without its body. */
export const ListedPost = z.object({
  id: PostId,
  slug: z.string(),
  title: z.string(),
  metaDescription: z.string(),
  excerpt: z.string(),
  /**
   * URL of the largest WebP variant; `featuredImageId` identifies all variants. `null` until the
   * cover is rendered.
   */
  featuredImage: z.nullable(z.string()),
  featuredImageId: z.nullable(PictureId),
  featuredImageAlt: z.string(),
  publishedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  viewCount: z.number(),
  categories: z.array(CategoryBadge),
  linkedinShares: z.number(),
  twitterShares: z.number(),
  facebookShares: z.number(),
  redditShares: z.number(),
  author: BlogAuthor,
})
export type ListedPost = z.infer<typeof ListedPost>

export const BlogPost = z.object({
  ...ListedPost.shape,
  /** The author's Markdown. */
  content: z.string(),
  /** `content` as sanitised HTML. */
  html: z.string(),
  /** The headings of the second level in `html`, with their ids. */
  sections: z.array(z.object({ id: z.string(), title: z.string() })),
})
export type BlogPost = z.infer<typeof BlogPost>

/** Newest first. */
export const listPosts = endpoint({
  method: 'GET',
  path: '/api/blog/posts',
  summary: 'List published articles, optionally of one category',
  input: z.object({
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxPosts))),
    offset: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(maxOffset))),
    category: z.optional(RequestedSlug),
  }),
  reply: z.array(ListedPost),
})

/** Every word must occur; the last one also matches as a prefix. Newest first, at most 50. */
export const searchPosts = endpoint({
  method: 'GET',
  path: '/api/blog/search',
  summary: 'Search published articles',
  input: z.object({ q: z.string().check(z.maxLength(200)) }),
  reply: z.array(ListedPost),
})

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/blog/categories',
  summary: 'List the blog’s categories',
  input: z.object({}),
  reply: z.array(BlogCategory),
})

/** An article is also found by its former slugs. `slug` in the reply is the current one. */
export const loadPost = endpoint({
  method: 'GET',
  path: '/api/blog/posts/:slug',
  summary: 'Load one article with its body',
  input: z.object({ slug: RequestedSlug }),
  reply: BlogPost,
})

/** What to read after an article. */
export const listNearbyPosts = endpoint({
  method: 'GET',
  path: '/api/blog/posts/:slug/nearby',
  summary: 'List an article’s neighbours and related articles',
  input: z.object({ slug: RequestedSlug }),
  reply: z.object({
    /** The next one down the index, which is older. */
    next: z.nullable(ListedPost),
    previous: z.nullable(ListedPost),
    /** Articles that share the most categories first, then the newest. */
    related: z.array(ListedPost),
  }),
})
export type NearbyPosts = z.infer<(typeof listNearbyPosts)['reply']>

/** Repeated views by the same visitor within a few hours count once. */
export const countView = endpoint({
  method: 'POST',
  path: '/api/blog/posts/:slug/view',
  summary: 'Count a view of an article',
  input: z.object({ slug: RequestedSlug }),
  reply: z.object({}),
})

export const loadCategory = endpoint({
  method: 'GET',
  path: '/api/blog/categories/:slug',
  summary: 'Load one category',
  input: z.object({ slug: RequestedSlug }),
  reply: BlogCategory,
})
