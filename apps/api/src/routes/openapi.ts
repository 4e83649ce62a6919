import { toOpenApi } from '@doorman/contract/openapi'
import * as auth from '@doorman/contract/auth'
import type { FastifyInstance } from 'fastify'

export function openApiRoutes(app: FastifyInstance): void {
  const document = toOpenApi([auth])
  app.get('/api/openapi.json', async () => document)
}
