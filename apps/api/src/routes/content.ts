import * as contract from '@doorman/contract/content'
import { AppError } from '@doorman/domain/app-error'
import { PostId } from '@doorman/domain/ids'
import { addImage } from '@doorman/services/blog/add-image'
import { listAuthors } from '@doorman/services/blog/list-authors'
import { listCategories } from '@doorman/services/blog/list-categories'
import { listContent } from '@doorman/services/blog/list-content'
import { loadContent } from '@doorman/services/blog/load-content'
import type { Post, WithDetails } from '@doorman/services/blog/posts'
import { renderMarkdown } from '@doorman/services/blog/render-markdown'
import { createContent, saveContent } from '@doorman/services/blog/save-content'
import type { Context } from '@doorman/services/context'
import type { FastifyInstance } from 'fastify'
import { route } from '../route.ts'
import { toCategory } from './blog.ts'

export function contentRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.listContent, async () => (await listContent(ctx)).map(withTimes))

  route(app, contract.loadContentChoices, async () => ({
    authors: await listAuthors(ctx),
    categories: (await listCategories(ctx)).map(toCategory),
  }))

  route(app, contract.loadContent, async ({ id }) => toEdited(await loadContent(ctx, { id })))

  route(app, contract.createContent, async (draft) =>
    toEdited(await createContent(ctx, { ...draft, publishedAt: toDate(draft.publishedAt) })),
  )

  route(app, contract.saveContent, async (draft) =>
    toEdited(await saveContent(ctx, { ...draft, publishedAt: toDate(draft.publishedAt) })),
  )

  route(app, contract.previewContent, async ({ content }) => ({ html: renderMarkdown(content) }))

  uploadRoute(app, ctx)
}

/** The body is the picture itself, whatever type it says it is. */
function uploadRoute(app: FastifyInstance, ctx: Context): void {
  app.addContentTypeParser(
    /^image\//,
    { parseAs: 'buffer', bodyLimit: contract.uploadMaxBytes },
    (_request, body, done) => done(null, body),
  )
  app.post<{ Params: { id: string }; Querystring: { alt?: unknown } }>(
    '/api/admin/posts/:id/images',
    { bodyLimit: contract.uploadMaxBytes },
    async ({ params, query, body }) => {
      const id = PostId.safeParse(params.id)
      if (!id.success) throw new AppError('not-found', 'There is no such article.')
      if (!Buffer.isBuffer(body)) throw new AppError('invalid', 'Please choose a picture.')
      const alt = typeof query.alt === 'string' ? query.alt.slice(0, 300) : ''
      const markdown = await addImage(ctx, { postId: id.data, alt, upload: body })
      return contract.UploadedImage.parse({ markdown })
    },
  )
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
