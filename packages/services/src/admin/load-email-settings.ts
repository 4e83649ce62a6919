import { settings } from '@doorman/db/schema'
import type { Context } from '../ports/context.ts'

const columns = {
  welcomeEmail: settings.welcomeEmail,
  trialReminder: settings.trialReminder,
  subscriptionConfirmation: settings.subscriptionConfirmation,
  paymentFailed: settings.paymentFailed,
  weeklyReport: settings.weeklyReport,
  newUserNotificationEnabled: settings.newUserNotificationEnabled,
  newUserNotificationRecipient: settings.newUserNotificationRecipient,
}

/** Which emails are sent at all, and who hears of new users. */
export type EmailSettings = Pick<typeof settings.$inferSelect, keyof typeof columns>

export async function loadEmailSettings({ db }: Context): Promise<EmailSettings> {
  const [switches] = await db.select(columns).from(settings)
  if (!switches) throw new Error('The row of settings is missing')
  return switches
}
