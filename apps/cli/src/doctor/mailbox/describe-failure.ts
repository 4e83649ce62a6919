import type { MailError, MailFailure } from '@doorman/mail/mail-error'

const sentences: Readonly<Record<MailFailure, string>> = {
  'access-revoked': 'our access was withdrawn or has expired',
  'no-mailbox': 'the account has no mailbox',
  'permission-missing': 'our access does not cover this call',
  'rate-limited': 'the provider limits our rate',
  unavailable: 'the provider does not answer, or not as expected',
  gone: 'the provider says that it does not exist',
  'too-large': 'the answer is too large',
  refused: 'the provider refuses the call',
}

/** Ends the examination: every further call would fail the same way, or prolong the wait. */
const endingFailures: readonly MailFailure[] = [
  'access-revoked',
  'no-mailbox',
  'rate-limited',
  'unavailable',
]

export function endsExamination(error: MailError): boolean {
  return endingFailures.includes(error.failure)
}

/** In words, with the provider's status and code. */
export function describeFailure(error: MailError): string {
  const wait =
    error.retryAfterMs === null ? '' : `, for ${Math.ceil(error.retryAfterMs / 1000)} seconds`
  const code = toPrintableCode(error.detail)
  return `${sentences[error.failure]}${wait}${code === null ? '' : ` (${code})`}`
}

/** A server could echo a token or a message in its code, so only plain words are printed. */
export function toPrintableCode(detail: string): string | null {
  return /^\d{3}(?: [A-Za-z_.]{1,60})?$|^[a-z][a-z -]{1,40}$|^[A-Z_]{2,40}$/.test(detail)
    ? detail
    : null
}
