import { toOpenApi } from '@doorman/contract/openapi'
import * as auth from '@doorman/contract/auth'
import * as billing from '@doorman/contract/billing'
import * as mailboxes from '@doorman/contract/mailboxes'
import type { FastifyInstance } from 'fastify'

export function openApiRoutes(app: FastifyInstance): void {
  const document = toOpenApi([auth, mailboxes, billing])
  app.get('/api/openapi.json', async () => document)
}
