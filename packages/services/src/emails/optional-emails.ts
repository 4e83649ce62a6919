import type { users } from '@doorman/db/schema'
import type { OptionalEmailKind } from '@doorman/domain/accounts/email-kinds'

/** The column of `users` that switches an optional email off. */
export const preferenceOf = {
  'weekly-report': 'weeklyReportEnabled',
  'trial-reminder': 'trialRemindersEnabled',
} as const satisfies Record<OptionalEmailKind, keyof typeof users.$inferSelect>
