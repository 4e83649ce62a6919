/** All emails that Doorman sends to or about its users. */
export const emailKinds = [
  'verify-email',
  'reset-password',
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
] as const
export type EmailKind = (typeof emailKinds)[number]

/** Emails that a user can switch off. Each has a one-click link to do so. */
export const optionalEmailKinds = ['trial-reminder', 'weekly-report'] as const
export type OptionalEmailKind = (typeof optionalEmailKinds)[number]
