import * as contract from '@doorman/contract/content-names'
import { createAuthor, renameAuthor } from '@doorman/services/blog/save-author'
import { createCategory, renameCategory } from '@doorman/services/blog/save-category'
import type { Context } from '@doorman/services/context'
import type { FastifyInstance } from 'fastify'
import { route } from '../route.ts'
import { toCategory } from './blog.ts'

export function contentNamesRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.createCategory, async (input) => toCategory(await createCategory(ctx, input)))
  route(app, contract.renameCategory, async (input) => toCategory(await renameCategory(ctx, input)))
  route(app, contract.createAuthor, (input) => createAuthor(ctx, input))
  route(app, contract.renameAuthor, (input) => renameAuthor(ctx, input))
}
