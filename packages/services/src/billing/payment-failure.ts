import { AppError } from '@doorman/domain/app-error'
import { PaymentError } from '@doorman/payments/payment-error'
import type { Payments } from '@doorman/payments/payments'
import type { Context } from '../ports/context.ts'
import type { JobOutcome } from '../ports/jobs.ts'

export function requirePayments({ payments }: Context): Payments {
  if (!payments) throw new AppError('unavailable', 'Payments aren’t set up on this server.')
  return payments
}

/** Calls the payment provider while the user waits. Whatever fails, the user can try again. */
export async function whileUserWaits<Answer>(
  { report }: Context,
  call: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    // An outage passes. Anything else needs an operator, such as a wrong key or price.
    if (error.failure !== 'unavailable') report(error)
    throw new AppError(
      'unavailable',
      'Our payment provider isn’t available right now. Please try again in a few minutes.',
      { cause: error },
    )
  }
}

/**
 * Turns a service into a job: an outage of the payment provider means a later retry, and so does an
 * answer that we cannot read, which is reported. A refusal is final for this job, because a retry
 * would fail the same way; the nightly sync tries again.
 */
export function asPaymentJob<Payload>(
  run: (ctx: Context, payload: Payload) => Promise<void>,
): (ctx: Context, payload: Payload) => Promise<JobOutcome> {
  return async (ctx, payload) => {
    try {
      await run(ctx, payload)
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error
      const { failure, code } = error
      if (failure !== 'unavailable') ctx.report(error)
      if (failure !== 'unavailable' && failure !== 'unreadable')
        return { kind: 'given-up', failure: 'payment-refused' }
      return {
        kind: 'retry-later',
        reason: `payments-${failure}: ${code}`,
        failure: 'payments-unavailable',
        retryAfterMs: null,
      }
    }
  }
}
