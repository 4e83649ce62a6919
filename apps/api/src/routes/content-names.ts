import * as contract from '@doorman/contract/content-names'
import { removeAuthorPicture } from '@doorman/services/blog/author-picture'
import { createAuthor, updateAuthor } from '@doorman/services/blog/save-author'
import { createCategory, updateCategory } from '@doorman/services/blog/save-category'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'
import { adminOf, route } from '../http/route.ts'
import { toCategory } from './blog.ts'

export function contentNamesRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.createCategory, async (input, request) =>
    toCategory(await createCategory(ctx, adminOf(request), input)),
  )
  route(app, contract.renameCategory, async (input, request) =>
    toCategory(await updateCategory(ctx, adminOf(request), input)),
  )
  route(app, contract.createAuthor, (input, request) => createAuthor(ctx, adminOf(request), input))
  route(app, contract.renameAuthor, (input, request) => updateAuthor(ctx, adminOf(request), input))
  route(app, contract.removeAuthorPicture, async (input, request) => {
    await removeAuthorPicture(ctx, adminOf(request), input)
    return {}
  })
}
