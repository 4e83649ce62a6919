import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Which emails are sent at all, and who hears of new users. */
export const EmailSettings = z.object({
  welcomeEmail: z.boolean(),
  trialReminder: z.boolean(),
  subscriptionConfirmation: z.boolean(),
  paymentFailed: z.boolean(),
  weeklyReport: z.boolean(),
  newUserNotificationEnabled: z.boolean(),
  /** Saved on every keystroke, so it may be half an address. */
  newUserNotificationRecipient: z.string().check(z.maxLength(254)),
})
export type EmailSettings = z.infer<typeof EmailSettings>

export const loadEmailSettings = endpoint({
  method: 'GET',
  path: '/api/admin/email-settings',
  summary: 'Load which emails are sent',
  input: z.object({}),
  reply: EmailSettings,
})

export const changeEmailSettings = endpoint({
  method: 'POST',
  path: '/api/admin/email-settings',
  summary: 'Switch emails on or off',
  input: z.partial(EmailSettings),
  reply: EmailSettings,
})
