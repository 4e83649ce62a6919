import type Stripe from 'stripe'
import type { PaymentEvent } from '../payments.ts'

const toleranceSeconds = 300

/**
 * Reads a webhook request. While the secret of the endpoint is being changed, both the old and the
 * new one are valid. Whatever is wrong with the request, it is `unproven`.
 */
export function readEvent(
  { webhooks }: Stripe,
  {
    signature,
    body,
    secrets,
    now,
    isLive,
  }: {
    readonly signature: string | undefined
    readonly body: string
    readonly secrets: readonly string[]
    readonly now: Date
    readonly isLive: boolean
  },
): PaymentEvent | 'unproven' {
  if (signature === undefined || isFromTheFuture(signature, now)) return 'unproven'
  for (const secret of secrets)
    try {
      const event: unknown = webhooks.constructEvent(
        body,
        signature,
        secret,
        toleranceSeconds,
        undefined,
        now.getTime(),
      )
      return toPaymentEvent(event, isLive) ?? 'unproven'
    } catch {
      // The signature is of another secret, or the body is not JSON.
    }
  return 'unproven'
}

/** Stripe's client refuses old signatures only. */
function isFromTheFuture(signature: string, now: Date): boolean {
  const [, seconds] = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature) ?? []
  return Number(seconds ?? Infinity) > now.getTime() / 1000 + toleranceSeconds
}

type Fields = Readonly<Record<string, unknown>>

/** `null` unless it is an event of our mode (live or test). */
function toPaymentEvent(event: unknown, isLive: boolean): PaymentEvent | null {
  if (!isFields(event) || event['object'] !== 'event' || event['livemode'] !== isLive) return null
  const { id, data } = event
  if (typeof id !== 'string' || !/^evt_\w{1,200}$/.test(id)) return null
  const object = isFields(data) ? data['object'] : undefined
  return { id, customerId: isFields(object) ? findCustomerId(object) : null }
}

function findCustomerId(object: Fields): string | null {
  const customer = object['object'] === 'customer' ? object : object['customer']
  const id = isFields(customer) ? customer['id'] : customer
  return typeof id === 'string' ? id : null
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}
