import { text } from '../../lib/text.ts'

const longestShown = 200

/** SPEC's wording for the `error` that a failed connection came back with. */
export function describeConnectionError(error: string): string {
  const { denied, paramsMissing, mailboxTaken, other } = text.connectionFailed
  if (/denied|consent/.test(error)) return denied
  if (error === 'missing_params') return paramsMissing
  if (error === 'mailbox_taken') return mailboxTaken
  if (error === 'limit_reached') return text.emailLimitReached.description
  // Anybody can write an address: what it says is shown as text, and not at any length.
  const shown = error.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').trim()
  return shown.length > 10 ? shown.slice(0, longestShown) : other
}
