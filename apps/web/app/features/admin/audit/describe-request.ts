import type { AuditRow } from '@doorman/contract/admin-audit'

/** Describes each call that is refused while an admin views the app as a user. */
export const refusedCalls: ReadonlyMap<string, string> = new Map([
  ['POST /api/subscriptions/create', 'buy a plan'],
  ['POST /api/billing/portal', 'change the plan'],
  ['POST /api/billing/checkout', 'confirm a payment'],
  ['POST /api/gmail/connect', 'connect a Gmail mailbox'],
  ['POST /api/microsoft/connect', 'connect an Outlook mailbox'],
  ['GET /api/microsoft/admin-consent', 'get the link for an administrator’s approval'],
  ['POST /api/auth/logout', 'sign out'],
  ['PATCH /api/auth/password', 'change the password'],
  ['POST /api/auth/confirm-password', 'confirm the password'],
  ['DELETE /api/auth/account', 'delete the account'],
  ['POST /api/account/email', 'change the email address'],
  ['DELETE /api/account/email', 'cancel a change of the email address'],
  ['POST /api/account/export', 'export the user’s data'],
  ['GET /api/account/export', 'export the user’s data'],
  ['DELETE /api/account/devices', 'sign out all other devices'],
  ['DELETE /api/account/devices/:id', 'sign out a device'],
  ['POST /api/second-factor/totp', 'set up an authenticator app'],
  ['POST /api/second-factor/totp/confirm', 'set up an authenticator app'],
  ['DELETE /api/second-factor/totp', 'remove the authenticator app'],
  ['POST /api/second-factor/recovery-codes', 'make new recovery codes'],
  ['POST /api/second-factor/passkey-options', 'add a passkey'],
  ['POST /api/second-factor/passkeys', 'add a passkey'],
  ['PATCH /api/second-factor/passkeys/:id', 'rename a passkey'],
  ['DELETE /api/second-factor/passkeys/:id', 'remove a passkey'],
  ['POST /api/identities/:provider', 'link a sign-in provider'],
  ['DELETE /api/identities/:provider', 'unlink a sign-in provider'],
  ['POST /api/admin/switch-user', 'view as another user'],
  ['DELETE /api/admin/users/:id', 'delete a user'],
  ['GET /api/admin/stats', 'open the Admin Panel'],
])

/** 'tried to change the plan as ben@x.y and was refused', or the call itself if it has no words. */
export function describeRefusal(row: AuditRow, viewed: string): string {
  const call = callOf(row)
  const attempt = refusedCalls.get(call)
  return attempt
    ? `tried to ${attempt} as ${viewed} and was refused`
    : `was refused ${call} as ${viewed}`
}

/** The API call of a request, such as `PATCH /api/settings/auto-reply`. */
export function callOf({ details: { method, route } }: AuditRow): string {
  return typeof method === 'string' && typeof route === 'string'
    ? `${method} ${route}`
    : 'a call of the app'
}
