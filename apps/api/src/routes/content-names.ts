import * as contract from '@doorman/contract/content-names'
import { createAuthor, updateAuthor } from '@doorman/services/blog/save-author'
import { createCategory, updateCategory } from '@doorman/services/blog/save-category'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.ts'
import { toCategory } from './blog.ts'

export function contentNamesRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.createCategory, async (input) => toCategory(await createCategory(ctx, input)))
  route(app, contract.renameCategory, async (input) => toCategory(await updateCategory(ctx, input)))
  route(app, contract.createAuthor, (input) => createAuthor(ctx, input))
  route(app, contract.renameAuthor, (input) => updateAuthor(ctx, input))
}
