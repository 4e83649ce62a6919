import type { NetworkTransport } from '@doorman/runtime/mail/transport'
import { PaymentError } from '@doorman/payments/payment-error'
import { loadPrice, type StripePrice } from '@doorman/payments/stripe/load-price'
import type { StripeConfig } from '@doorman/runtime/config/payment-config'
import { findErrorCode, toProbeFailure, type ProbeFailure } from '../probe-failure.ts'

export type PriceAnswer =
  | { readonly kind: 'found'; readonly price: StripePrice }
  | { readonly kind: 'missing' }
  /** Stripe does not accept the key, or the key may not read prices. */
  | { readonly kind: 'refused'; readonly status: string }

/** Loads a price with our key, which changes nothing at Stripe. */
export async function askPrice(
  { fetch }: NetworkTransport,
  config: StripeConfig,
  id: string,
): Promise<PriceAnswer | ProbeFailure> {
  let thrown: unknown = null
  const connection = {
    ...config,
    // Stripe's client reports a failed connection in one word. The operator needs the error code.
    fetch: async (...request: Parameters<typeof fetch>) => {
      try {
        return await fetch(...request)
      } catch (error) {
        thrown = error
        throw error
      }
    },
  }
  try {
    return { kind: 'found', price: await loadPrice(connection, id) }
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    if (error.failure === 'gone') return { kind: 'missing' }
    const status = error.detail.slice(0, 3)
    if (error.failure === 'refused') return { kind: 'refused', status }
    const isAnswer = thrown === null
    return toProbeFailure(
      isAnswer ? toAnswerCode(error.detail) : (findErrorCode(thrown) ?? 'network'),
    )
  }
}

/** An error status, or an answer that is not Stripe's. */
function toAnswerCode(detail: string): string {
  return /^[345]\d\d/.test(detail) ? detail.slice(0, 3) : 'malformed'
}
