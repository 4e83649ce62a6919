import { dayMs } from '../time.ts'

/** How many jobs one worker process works on at a time. */
export const maxConcurrentJobs = 20

/** How long a failed job stays on the queue desk. Long enough to cover an admin's holiday. */
export const failedJobRetentionMs = 14 * dayMs

/**
 * Why a job failed, and what an admin reads about it. A closed list: the text of an error may quote
 * an email, so it is never stored.
 */
export const jobFailures = {
  'provider-unavailable': 'The mail provider was unavailable.',
  'rate-limited': 'The mail provider limited our rate.',
  'provider-refused': 'The mail provider refused the request.',
  'relay-unavailable': 'The mail relay was unavailable.',
  'relay-refused': 'The mail relay refused the email.',
  'payments-unavailable': 'The payment provider was unavailable.',
  'payment-refused': 'The payment provider refused the request.',
  'timed-out': 'It took too long.',
  'worker-lost': 'Its worker stopped while it ran.',
  bug: 'It failed unexpectedly. The server’s log has the details.',
} as const satisfies Record<string, string>
export type JobFailure = keyof typeof jobFailures

export function isJobFailure(value: unknown): value is JobFailure {
  return typeof value === 'string' && Object.hasOwn(jobFailures, value)
}
