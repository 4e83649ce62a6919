import type { ConsentRefusal } from '../../consent.ts'

/**
 * Microsoft's codes for "an administrator must approve this app". They come with the same `error`
 * (`access_denied` or `consent_required`) as a user who pressed Cancel (65004).
 * https://learn.microsoft.com/entra/identity-platform/reference-error-codes
 */
const needsAdminCodes = new Set([
  '65001', // neither the user nor an administrator has consented
  '90008', // the same, for an app without permissions in the tenant
  '90093', // the user may not grant these permissions
  '90094', // administrator consent is required
  '900941', // required by a policy, or because the app counts as risky
  '90095', // the user was offered to ask the administrator
  '900981', // the user has asked the administrator for a risky app
])

/** Microsoft's code is at the beginning. The rest is text for people, of any length. */
const maxReadLength = 200

export function readRefusal({
  error,
  description = '',
}: {
  readonly error: string
  readonly description?: string | undefined
}): ConsentRefusal {
  const [, code = ''] = /\bAADSTS(\d+)\b/.exec(description.slice(0, maxReadLength)) ?? []
  if (needsAdminCodes.has(code)) return 'needs-admin'
  return /denied|consent/.test(error) ? 'denied' : 'failed'
}
