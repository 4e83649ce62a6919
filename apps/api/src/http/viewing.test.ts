import { expect, test } from 'vitest'
import { findDenial } from './viewing.ts'

test.each([
  ['POST', '/api/auth/anything-new'],
  ['GET', '/api/auth/google/link'],
  ['GET', '/api/admin/users'],
  ['POST', '/api/admin/switch-user'],
  ['POST', '/api/account/email'],
  ['DELETE', '/api/account/devices/:id'],
  ['GET', '/api/account/exports/:id/download'],
  ['POST', '/api/account/export'],
  ['POST', '/api/second-factor/totp'],
  ['DELETE', '/api/second-factor/passkeys/:id'],
  ['POST', '/api/subscriptions/create'],
  ['POST', '/api/billing/portal'],
  ['GET', '/api/gmail/anything-new'],
  ['POST', '/api/microsoft/connect'],
])('%s %s is denied while viewing as a user', (method, route) => {
  expect(findDenial(method, route)).toMatch(/^You’re viewing as .+\.$/)
})

test.each([
  ['GET', '/api/auth/me'],
  ['HEAD', '/api/auth/me'],
  ['POST', '/api/auth/resend-verification'],
  ['POST', '/api/admin/switch-back'],
  ['GET', '/api/second-factor'],
  ['GET', '/api/account/devices'],
  ['GET', '/api/billing/info'],
  ['GET', '/api/gmail-accounts'],
  ['DELETE', '/api/gmail-accounts/:id'],
  ['POST', '/api/accounts/set-active'],
  ['PATCH', '/api/settings/auto-reply'],
])('%s %s is allowed while viewing as a user', (method, route) => {
  expect(findDenial(method, route)).toBeNull()
})
