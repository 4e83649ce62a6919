import { dayMs } from '../time.ts'

/** All emails that Doorman sends to or about its users. */
export const emailKinds = [
  'verify-email',
  'reset-password',
  'set-password',
  'password-set',
  'password-changed',
  'address-taken',
  'welcome',
  'sender-let-in',
  'mailbox-lost',
  'trial-reminder',
  'plan-ended',
  'subscription-confirmed',
  'payment-failed',
  'weekly-report',
  'new-user',
  'second-factor-changed',
  'confirm-old-address',
  'confirm-new-address',
  'address-changed',
  'sign-in-linked',
] as const
export type EmailKind = (typeof emailKinds)[number]

/** Emails that a user can switch off. Each has a one-click link to do so. */
export const optionalEmailKinds = ['trial-reminder', 'weekly-report'] as const
export type OptionalEmailKind = (typeof optionalEmailKinds)[number]

/** Sent in answer to something the user has just done. If one is late, the user can do it again. */
const promptKinds: readonly EmailKind[] = [
  'verify-email',
  'reset-password',
  'set-password',
  'address-taken',
  'confirm-old-address',
  'confirm-new-address',
]

/** How long we try to send an email. Later it would confuse more than help. */
export function toMaxEmailAgeMs(kind: EmailKind): number {
  return promptKinds.includes(kind) ? dayMs : 7 * dayMs
}
