import * as contract from '@doorman/contract/content'
import { deleteContent, restoreContent } from '@doorman/services/blog/delete-content'
import { listAuthors } from '@doorman/services/blog/list-authors'
import { listCategories } from '@doorman/services/blog/list-categories'
import { listContent } from '@doorman/services/blog/list-content'
import { loadContent } from '@doorman/services/blog/load-content'
import { loadDraft } from '@doorman/services/blog/load-draft'
import type { Post, WithDetails } from '@doorman/services/blog/posts'
import { renderArticle, renderMarkdown } from '@doorman/services/blog/render-markdown'
import { createContent, saveContent } from '@doorman/services/blog/save-content'
import { removeCover } from '@doorman/services/blog/upload-cover'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'
import { adminOf, route } from '../http/route.ts'
import { toCategory, toShown } from './blog.ts'

export function contentRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.listContent, async () =>
    (await listContent(ctx)).map((post) => ({
      ...withTimes(post),
      deletedAt: post.deletedAt?.toISOString() ?? null,
    })),
  )

  route(app, contract.loadContentChoices, async () => ({
    authors: await listAuthors(ctx),
    categories: (await listCategories(ctx)).map(toCategory),
  }))

  route(app, contract.loadContent, async ({ id }) => toEdited(await loadContent(ctx, { id })))

  route(app, contract.loadDraftPage, async ({ slug }) => {
    const post = await loadDraft(ctx, { slug })
    return { ...toShown(post), content: post.content, ...renderArticle(post.content) }
  })

  route(app, contract.createContent, async ({ publishedAt, ...draft }, request) =>
    toEdited(
      await createContent(ctx, adminOf(request), { ...draft, publishedAt: toDate(publishedAt) }),
    ),
  )

  route(app, contract.saveContent, async ({ publishedAt, ...draft }, request) =>
    toEdited(
      await saveContent(ctx, adminOf(request), { ...draft, publishedAt: toDate(publishedAt) }),
    ),
  )

  route(app, contract.deleteContent, async (input, request) => {
    await deleteContent(ctx, adminOf(request), input)
    return {}
  })

  route(app, contract.restoreContent, async (input, request) => {
    await restoreContent(ctx, adminOf(request), input)
    return {}
  })

  route(app, contract.removeCover, async (input, request) => {
    await removeCover(ctx, adminOf(request), input)
    return {}
  })

  route(app, contract.previewContent, async ({ content }) => ({ html: renderMarkdown(content) }))
}

function toEdited(post: WithDetails<Post>) {
  return { ...withTimes(post), categoryIds: post.categories.map(({ id }) => id) }
}

function withTimes<Row extends Pick<Post, 'publishedAt' | 'updatedAt'>>(post: Row) {
  return {
    ...post,
    publishedAt: post.publishedAt?.toISOString() ?? null,
    updatedAt: post.updatedAt.toISOString(),
  }
}

function toDate(time: string | null): Date | null {
  return time === null ? null : new Date(time)
}
