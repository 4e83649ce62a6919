import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { PaymentError } from '../payment-error.ts'

/**
 * Calls Stripe and turns its errors into ours. Theirs are not kept as the cause: their texts may
 * quote an address.
 */
export async function callStripe<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    throw error instanceof PaymentError ? error : toPaymentError(error)
  }
}

function toPaymentError(error: unknown): PaymentError {
  if (error instanceof Stripe.errors.StripeConnectionError) return toConnectionFailure(error)
  const statusCode = error instanceof Stripe.errors.StripeError ? error.statusCode : undefined
  // A response that neither we nor Stripe's client expect.
  if (!(error instanceof Stripe.errors.StripeError) || statusCode === undefined)
    return new PaymentError('unreadable', 'unexpected answer')
  const detail = [statusCode, toCode(error.code ?? error.rawType)].filter(Boolean).join(' ')
  // 409: Stripe works on another call with the same idempotency key, or on the same object.
  if (statusCode === 429 || statusCode === 409 || statusCode >= 500 || statusCode < 400)
    return new PaymentError('unavailable', detail)
  return new PaymentError(isMissing(error) ? 'gone' : 'refused', detail)
}

/**
 * Makes a call that has one effect per idempotency key. For a day, Stripe repeats its first
 * response to a key, even an error. So only a call after a lost connection uses the same key again.
 * After an error the call is made once more, with a new key.
 */
export async function callOnce<Answer>(
  key: string,
  call: (options: { readonly idempotencyKey: string }) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call({ idempotencyKey: key })
  } catch (error) {
    if (!isRepeatedByStripe(error)) throw error
    return call({ idempotencyKey: `${key}-${randomUUID()}` })
  }
}

/**
 * Stripe does not repeat errors that it found before it carried out the call: a wrong key, a limit,
 * a conflict.
 */
function isRepeatedByStripe(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  const { statusCode = 0 } = error
  return statusCode >= 400 && ![401, 409, 429].includes(statusCode)
}

/**
 * Whether the object or the customer does not exist. If something else is missing, such as a price, a
 * setting is wrong.
 */
function isMissing({ code, statusCode, param }: Stripe.errors.StripeError): boolean {
  return code === 'resource_missing' && (statusCode === 404 || param === 'customer')
}

/** `detail` is what the injected `fetch` has thrown. */
function toConnectionFailure({ detail }: Stripe.errors.StripeError): PaymentError {
  const cause: unknown = detail
  if (cause instanceof PaymentError) return cause
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  const isTimeout = code === Stripe.HttpClient.TIMEOUT_ERROR_CODE
  return new PaymentError('unavailable', isTimeout ? 'timeout' : 'network')
}

/** Stripe's codes are words like `resource_missing`. Any other text is dropped. */
export function toCode(code: unknown): string | null {
  return typeof code === 'string' && /^[a-z0-9_]{1,60}$/.test(code) ? code : null
}

/**
 * Checks that Stripe answered with the kind of object that we asked for. Its client takes every JSON
 * without an `error` for a success, such as the 404 of a proxy.
 */
export function requireObject<Found extends { readonly object: string }>(
  found: Found,
  kind: Found['object'],
): Found {
  const { id, object } = found as { readonly id?: unknown; readonly object?: unknown }
  if (object !== kind || (kind !== 'list' && typeof id !== 'string'))
    throw new PaymentError('unreadable', 'unexpected answer')
  return found
}
