import * as contract from '@doorman/contract/blog'
import { toPicturePath } from '@doorman/domain/site/picture'
import { countView } from '@doorman/services/blog/count-view'
import { listCategories } from '@doorman/services/blog/list-categories'
import { listNearbyPosts } from '@doorman/services/blog/list-nearby-posts'
import { listPosts } from '@doorman/services/blog/list-posts'
import { loadCategory } from '@doorman/services/blog/load-category'
import { loadPost } from '@doorman/services/blog/load-post'
import type { Category, Post, WithDetails } from '@doorman/services/blog/posts'
import { cacheRendered } from '@doorman/services/blog/cache-rendered'
import { searchPosts } from '@doorman/services/blog/search-posts'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'
import { route, visitorOf } from '../http/route.ts'

export function blogRoutes(app: FastifyInstance, ctx: Context): void {
  const render = cacheRendered()
  route(app, contract.listPosts, async ({ limit, offset, category }) => {
    const wanted = { limit: limit ?? contract.postsPerPage, offset: offset ?? 0, category }
    return (await listPosts(ctx, wanted)).map(toListed)
  })

  route(app, contract.searchPosts, async ({ q }) =>
    (await searchPosts(ctx, { text: q })).map(toListed),
  )

  route(app, contract.listCategories, async () => (await listCategories(ctx)).map(toCategory))

  route(app, contract.loadPost, async ({ slug }) => {
    const post = await loadPost(ctx, { slug })
    return { ...toListed(post), content: post.content, ...render(post.content) }
  })

  route(app, contract.listNearbyPosts, async ({ slug }) => {
    const { next, previous, related } = await listNearbyPosts(ctx, { slug })
    return {
      next: next && toListed(next),
      previous: previous && toListed(previous),
      related: related.map(toListed),
    }
  })

  route(app, contract.countView, async ({ slug }, request) => {
    await countView(ctx, visitorOf(request), { slug })
    return {}
  })

  route(app, contract.loadCategory, async ({ slug }) =>
    toCategory(await loadCategory(ctx, { slug })),
  )
}

type Shown = WithDetails<Omit<Post, 'content'>>

/** Converts a published post to the API's format. */
function toListed(post: Shown) {
  const shown = toShown(post)
  return { ...shown, publishedAt: shown.publishedAt ?? '' }
}

export function toShown(post: Shown) {
  return {
    ...post,
    featuredImage: post.pictureId && toPicturePath(post.pictureId, '1200.webp'),
    featuredImageId: post.pictureId,
    categories: post.categories.map(toCategory),
    publishedAt: post.publishedAt?.toISOString() ?? null,
    updatedAt: post.updatedAt.toISOString(),
  }
}

export function toCategory({ description, ...category }: Category) {
  return { ...category, ...(description !== null && { description }) }
}
