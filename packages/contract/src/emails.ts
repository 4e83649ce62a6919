import { optionalEmailKinds } from '@doorman/domain/accounts/email-kinds'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Which of the optional emails a user wants. */
export const EmailPreferences = z.object({
  weeklyReport: z.boolean(),
  trialReminders: z.boolean(),
})
export type EmailPreferences = z.infer<typeof EmailPreferences>

export const loadEmailPreferences = endpoint({
  method: 'GET',
  path: '/api/settings/emails',
  summary: 'Load which optional emails the user wants',
  input: z.object({}),
  reply: EmailPreferences,
})

export const changeEmailPreferences = endpoint({
  method: 'PATCH',
  path: '/api/settings/emails',
  summary: 'Switch optional emails on or off',
  input: z.partial(EmailPreferences),
  reply: EmailPreferences,
})

const LinkToken = z.string().check(z.minLength(1), z.maxLength(256))

/** Says what a restore link would do. Does not use it up. */
export const checkRestoreLink = endpoint({
  method: 'POST',
  path: '/api/restore-links/check',
  summary: 'Show the filtered email that a restore link is about',
  input: z.object({ token: LinkToken }),
  reply: z.object({
    sender: z.string(),
    subject: z.string(),
    /** The day of arrival in the user's time zone. */
    receivedOn: z.nullable(z.iso.date()),
    /** The mailbox it would return to. */
    mailbox: z.string(),
    /** The email is in the inbox again, by this link or by the user. */
    isRestored: z.boolean(),
  }),
})

/** Restores once, without a login session. A second call finds the email restored. */
export const useRestoreLink = endpoint({
  method: 'POST',
  path: '/api/restore-links',
  summary: 'Restore the filtered email that a link is about',
  input: z.object({ token: LinkToken }),
  reply: z.object({}),
})

/** Says which emails a link switches off. */
export const checkUnsubscribeLink = endpoint({
  method: 'POST',
  path: '/api/unsubscribe/check',
  summary: 'Show which emails an unsubscribe link switches off',
  input: z.object({ token: LinkToken }),
  reply: z.object({ kind: z.enum(optionalEmailKinds), isOn: z.boolean() }),
})

/**
 * Switches emails of one kind off. The token is in the query, because mail programs post to the
 * address of the header `List-Unsubscribe` with a body of their own (RFC 8058).
 */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscribe',
  summary: 'Switch emails of one kind off by the link in an email',
  input: z.object({ token: LinkToken }),
  reply: z.object({}),
})
