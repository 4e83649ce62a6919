import { UploadedImage, uploadMaxBytes, uploadTooLarge } from '@doorman/contract/content'
import { AppError } from '@doorman/domain/app-error'
import { PostId } from '@doorman/domain/ids'
import { addImage } from '@doorman/services/blog/add-image'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'

/**
 * The request body is the picture. Every content type is accepted, because only the bytes say what
 * it is.
 */
export function pictureUploadRoutes(app: FastifyInstance, ctx: Context): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post<{ Params: { id: string }; Querystring: { alt?: unknown } }>(
    '/api/admin/posts/:id/images',
    { bodyLimit: uploadMaxBytes, config: { tooLarge: uploadTooLarge } },
    async ({ params, query, body }) => {
      const id = PostId.safeParse(params.id)
      if (!id.success) throw new AppError('not-found', 'That article doesn’t exist.')
      if (!Buffer.isBuffer(body)) throw new AppError('invalid', 'Please choose a picture.')
      const alt = typeof query.alt === 'string' ? query.alt.slice(0, 300) : ''
      const markdown = await addImage(ctx, { postId: id.data, alt, upload: body })
      return UploadedImage.parse({ markdown })
    },
  )
}
