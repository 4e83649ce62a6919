import type { JobFailure } from '@doorman/domain/jobs/job-failures'
import { MailError } from '@doorman/mail/mail-error'
import { NotifyError } from '@doorman/notify/notify-error'
import { PaymentError } from '@doorman/payments/payment-error'

/** What an error that a job threw means to an admin. */
export function toJobFailure(error: unknown): JobFailure {
  if (error instanceof NotifyError)
    return error.failure.kind === 'refused' ? 'relay-refused' : 'relay-unavailable'
  if (error instanceof MailError) return 'provider-refused'
  if (error instanceof PaymentError) return 'payment-refused'
  return 'bug'
}
