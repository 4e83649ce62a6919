import { users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

/** Which optional emails a user wants. */
export type EmailPreferences = {
  readonly weeklyReport: boolean
  readonly trialReminders: boolean
}

export async function loadEmailPreferences(
  { db }: Context,
  { userId }: Actor,
): Promise<EmailPreferences> {
  const [preferences] = await db
    .select({
      weeklyReport: users.weeklyReportEnabled,
      trialReminders: users.trialRemindersEnabled,
    })
    .from(users)
    .where(eq(users.id, userId))
  if (!preferences) throw new AppError('unauthenticated', 'Please sign in.')
  return preferences
}
