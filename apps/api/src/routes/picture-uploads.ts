import {
  UploadedCover,
  UploadedImage,
  uploadMaxBytes,
  uploadTooLarge,
} from '@doorman/contract/content'
import { UploadedAuthorPicture } from '@doorman/contract/content-names'
import { AppError } from '@doorman/domain/app-error'
import { AuthorId, PostId } from '@doorman/domain/ids'
import { addImage } from '@doorman/services/blog/add-image'
import { uploadAuthorPicture } from '@doorman/services/blog/author-picture'
import { uploadCover } from '@doorman/services/blog/upload-cover'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'
import { adminOf } from '../http/route.ts'

/**
 * The request body is the picture. Every content type is accepted, because only the bytes say what
 * it is.
 */
export function pictureUploadRoutes(app: FastifyInstance, ctx: Context): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  const options = { bodyLimit: uploadMaxBytes, config: { tooLarge: uploadTooLarge } }

  app.post<{ Params: { id: string }; Querystring: { alt?: unknown } }>(
    '/api/admin/posts/:id/images',
    options,
    async (request) => {
      const { alt } = request.query
      const markdown = await addImage(ctx, adminOf(request), {
        postId: toPostId(request.params.id),
        alt: typeof alt === 'string' ? alt.slice(0, 300) : '',
        upload: toUpload(request.body),
      })
      return UploadedImage.parse({ markdown })
    },
  )

  app.post<{ Params: { id: string } }>('/api/admin/posts/:id/cover', options, async (request) => {
    const upload = toUpload(request.body)
    const postId = toPostId(request.params.id)
    const pictureId = await uploadCover(ctx, adminOf(request), { postId, upload })
    return UploadedCover.parse({ pictureId })
  })

  app.post<{ Params: { id: string } }>(
    '/api/admin/authors/:id/picture',
    options,
    async (request) => {
      const id = AuthorId.safeParse(request.params.id)
      if (!id.success) throw new AppError('not-found', 'That author doesn’t exist.')
      const upload = toUpload(request.body)
      const image = await uploadAuthorPicture(ctx, adminOf(request), { authorId: id.data, upload })
      return UploadedAuthorPicture.parse({ image })
    },
  )
}

function toPostId(text: string): PostId {
  const id = PostId.safeParse(text)
  if (!id.success) throw new AppError('not-found', 'That article doesn’t exist.')
  return id.data
}

function toUpload(body: unknown): Uint8Array {
  if (!Buffer.isBuffer(body)) throw new AppError('invalid', 'Please choose a picture.')
  return body
}
