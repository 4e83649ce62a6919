import { toOpenApi } from '@doorman/contract/openapi'
import * as activity from '@doorman/contract/activity'
import * as admin from '@doorman/contract/admin'
import * as auth from '@doorman/contract/auth'
import * as billing from '@doorman/contract/billing'
import * as contact from '@doorman/contract/contact'
import * as blog from '@doorman/contract/blog'
import * as content from '@doorman/contract/content'
import * as contentNames from '@doorman/contract/content-names'
import * as dashboard from '@doorman/contract/dashboard'
import * as emails from '@doorman/contract/emails'
import * as filterSettings from '@doorman/contract/filter-settings'
import * as filteredEmails from '@doorman/contract/filtered-emails'
import * as mailboxes from '@doorman/contract/mailboxes'
import * as smartResponse from '@doorman/contract/smart-response'
import * as subscriptions from '@doorman/contract/subscriptions'
import * as tracking from '@doorman/contract/tracking'
import type { FastifyInstance } from 'fastify'

export function openApiRoutes(app: FastifyInstance): void {
  const document = toOpenApi([
    auth,
    mailboxes,
    billing,
    subscriptions,
    blog,
    content,
    contentNames,
    tracking,
    filteredEmails,
    dashboard,
    filterSettings,
    activity,
    smartResponse,
    contact,
    emails,
    admin,
  ])
  app.get('/api/openapi.json', async () => document)
}
