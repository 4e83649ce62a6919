import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const Nothing = z.object({})

/** An empty URL stands for the one that Doorman derives from its own address. */
export const AdminSettings = z.object({
  gmailOauthRedirectUrl: z.string(),
  microsoftOauthRedirectUrl: z.string(),
})
export type AdminSettings = z.infer<typeof AdminSettings>

const settingMaxLength = 2_000
const Setting = z
  .string()
  .check(z.trim(), z.maxLength(settingMaxLength, 'This address is too long.'))

export const loadAdminSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'Load the OAuth redirect URLs',
  input: Nothing,
  reply: AdminSettings,
})

export const changeAdminSettings = endpoint({
  method: 'POST',
  path: '/api/admin/settings',
  summary: 'Save an OAuth redirect URL',
  input: z.object({
    gmailOauthRedirectUrl: z.optional(Setting),
    microsoftOauthRedirectUrl: z.optional(Setting),
  }),
  reply: AdminSettings,
})

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
  input: Nothing,
  reply: EmailSettings,
})

export const changeEmailSettings = endpoint({
  method: 'POST',
  path: '/api/admin/email-settings',
  summary: 'Switch emails on or off',
  input: z.partial(EmailSettings),
  reply: EmailSettings,
})

export const testEmailTypes = [
  'welcome',
  'trialReminder',
  'subscriptionConfirmation',
  'paymentFailed',
  'weeklyReport',
] as const
export type TestEmailType = (typeof testEmailTypes)[number]

/** Goes to the admin's own address. */
export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/api/admin/test-email',
  summary: 'Send an example of an email to the admin',
  input: z.object({ emailType: z.enum(testEmailTypes) }),
  reply: Nothing,
})

export const AuthGuideSettings = z.object({
  googleVideoUrl: z.string(),
  microsoftVideoUrl: z.string(),
  googleGuideEnabled: z.boolean(),
  microsoftGuideEnabled: z.boolean(),
})
export type AuthGuideSettings = z.infer<typeof AuthGuideSettings>

export const loadAuthGuideSettings = endpoint({
  method: 'GET',
  path: '/api/admin/auth-guide-settings',
  summary: 'Load the videos that are shown before a mailbox is connected',
  input: Nothing,
  reply: AuthGuideSettings,
})

export const changeAuthGuideSettings = endpoint({
  method: 'POST',
  path: '/api/admin/auth-guide-settings',
  summary: 'Change the videos that are shown before a mailbox is connected',
  input: z.partial(
    z.extend(AuthGuideSettings, { googleVideoUrl: Setting, microsoftVideoUrl: Setting }),
  ),
  reply: AuthGuideSettings,
})
