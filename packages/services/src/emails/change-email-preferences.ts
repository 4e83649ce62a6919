import { users } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { loadEmailPreferences, type EmailPreferences } from './load-email-preferences.ts'

/** Changes the given preferences and returns all of them. */
export async function changeEmailPreferences(
  ctx: Context,
  actor: Actor,
  { weeklyReport, trialReminders }: { [Name in keyof EmailPreferences]?: boolean | undefined },
): Promise<EmailPreferences> {
  // Drizzle skips undefined values, so two tabs that change different switches both succeed.
  if (weeklyReport !== undefined || trialReminders !== undefined)
    await ctx.db
      .update(users)
      .set({ weeklyReportEnabled: weeklyReport, trialRemindersEnabled: trialReminders })
      .where(eq(users.id, actor.userId))
  return loadEmailPreferences(ctx, actor)
}
