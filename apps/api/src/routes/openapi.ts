import { toOpenApi } from '@doorman/contract/openapi'
import * as activity from '@doorman/contract/activity'
import * as adminAudit from '@doorman/contract/admin-audit'
import * as adminQueue from '@doorman/contract/admin-queue'
import * as adminSettings from '@doorman/contract/admin-settings'
import * as adminTracking from '@doorman/contract/admin-tracking'
import * as adminUsers from '@doorman/contract/admin-users'
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
import * as firstPassword from '@doorman/contract/first-password'
import * as firstScans from '@doorman/contract/first-scans'
import * as login from '@doorman/contract/login'
import * as mailboxes from '@doorman/contract/mailboxes'
import * as ownData from '@doorman/contract/own-data'
import * as secondFactor from '@doorman/contract/second-factor'
import * as smartResponse from '@doorman/contract/smart-response'
import * as socialSignIn from '@doorman/contract/social-sign-in'
import * as subscriptions from '@doorman/contract/subscriptions'
import * as tracking from '@doorman/contract/tracking'
import type { FastifyInstance } from 'fastify'

export function openApiRoutes(app: FastifyInstance): void {
  let document: ReturnType<typeof describeApi> | undefined
  // Made at the first request: it would be about a fifth of the server's setup.
  app.get('/api/openapi.json', async () => (document ??= describeApi()))
}

function describeApi() {
  return toOpenApi([
    auth,
    firstPassword,
    login,
    secondFactor,
    mailboxes,
    billing,
    socialSignIn,
    subscriptions,
    blog,
    content,
    contentNames,
    tracking,
    filteredEmails,
    firstScans,
    dashboard,
    filterSettings,
    activity,
    smartResponse,
    contact,
    emails,
    ownData,
    adminUsers,
    adminQueue,
    adminSettings,
    adminTracking,
    adminAudit,
  ])
}
