import { text } from '../../lib/text.ts'

const maxLength = 200

const noMailbox =
  'This account doesn’t have a mailbox. Please try again with the account you use for email.'

/** The message for the `error` parameter after a mailbox could not be connected. */
export function describeConnectionError(error: string): string {
  const { denied, paramsMissing, mailboxTaken, other } = text.connectionFailed
  if (/denied|consent/.test(error)) return denied
  if (error === 'missing_params') return paramsMissing
  if (error === 'mailbox_taken') return mailboxTaken
  if (error === 'no_mailbox') return noMailbox
  if (error === 'limit_reached') return text.emailLimitReached.description
  // Anyone can write a link with any error, so it is shown as plain text and cut.
  const shown = error.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').trim()
  return shown.length > 10 ? shown.slice(0, maxLength) : other
}
