import { CategoryId, PictureId, PostId } from '@doorman/domain/ids'
import { slugMaxLength } from '@doorman/domain/slug'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const postsPerPage = 12
/** As many as SPEC's category page asks for. */
export const mostPosts = 200
const furthestOffset = 100_000

/** Whatever stands in an address; what is no slug of ours is simply not found. */
export const AskedSlug = z.string().check(z.maxLength(slugMaxLength * 2))

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
  /** The largest WebP; `featuredImageId` leads to all the others. Null until it is painted. */
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
  /** Markdown, as it was written. */
  content: z.string(),
  /** The same as HTML that is safe to show. */
  html: z.string(),
})
export type BlogPost = z.infer<typeof BlogPost>

/** Newest first. */
export const listPosts = endpoint({
  method: 'GET',
  path: '/api/blog/posts',
  summary: 'Published articles, all or of one category',
  input: z.object({
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(mostPosts))),
    offset: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(furthestOffset))),
    category: z.optional(AskedSlug),
  }),
  reply: z.array(ListedPost),
})

/** Every word must occur, the last one perhaps only begun. Newest first, 50 at most. */
export const searchPosts = endpoint({
  method: 'GET',
  path: '/api/blog/search',
  summary: 'Published articles in which all words occur',
  input: z.object({ q: z.string().check(z.maxLength(200)) }),
  reply: z.array(ListedPost),
})

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/blog/categories',
  summary: 'What articles are about',
  input: z.object({}),
  reply: z.array(BlogCategory),
})

/** Under an address it has left, an article is still found: its `slug` says where it is now. */
export const loadPost = endpoint({
  method: 'GET',
  path: '/api/blog/posts/:slug',
  summary: 'One article with its body',
  input: z.object({ slug: AskedSlug }),
  reply: BlogPost,
})

/** Somebody who comes back within hours counts once. */
export const countView = endpoint({
  method: 'POST',
  path: '/api/blog/posts/:slug/view',
  summary: 'Count a visit to an article',
  input: z.object({ slug: AskedSlug }),
  reply: z.object({}),
})

export const loadCategory = endpoint({
  method: 'GET',
  path: '/api/blog/categories/:slug',
  summary: 'One category',
  input: z.object({ slug: AskedSlug }),
  reply: BlogCategory,
})
