import * as adminUsers from '@doorman/contract/admin-users'
import * as auth from '@doorman/contract/auth'
import * as mailboxes from '@doorman/contract/mailboxes'
import * as ownData from '@doorman/contract/own-data'
import * as secondFactor from '@doorman/contract/second-factor'
import * as socialSignIn from '@doorman/contract/social-sign-in'
import * as subscriptions from '@doorman/contract/subscriptions'
import { toOpenApi } from '@doorman/contract/openapi'
import { expect, test } from 'vitest'
import { refusedCalls } from './describe-request.ts'

/** Downloaded by a link, so it has no endpoint. */
const download = 'GET /api/account/export'

test('every call that has words is a call of the API', () => {
  const { gmail, microsoft } = mailboxes.accountCalls
  const { paths } = toOpenApi([
    adminUsers,
    auth,
    mailboxes,
    gmail,
    microsoft,
    ownData,
    secondFactor,
    socialSignIn,
    subscriptions,
  ])
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
  expect([...calls, download]).toEqual(expect.arrayContaining([...refusedCalls.keys()]))
})
