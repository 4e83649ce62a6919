import { subscriptionIntervals } from '@doorman/domain/plans/plan'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const createSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/create',
  summary: 'Start a checkout and return the address of its page',
  input: z.object({ plan: z.enum(subscriptionIntervals) }),
  reply: z.object({ sessionUrl: z.string() }),
})

export const openBillingPortal = endpoint({
  method: 'POST',
  path: '/api/billing/portal',
  summary: 'Return the address of the page to manage card, plan and invoices',
  input: z.object({}),
  reply: z.object({ portalUrl: z.string() }),
})

/** Called when the browser returns from a checkout. Asks the payment provider for the result. */
export const finishCheckout = endpoint({
  method: 'POST',
  path: '/api/billing/checkout',
  summary: 'Apply the result of a checkout',
  input: z.object({ sessionId: z.string().check(z.minLength(1), z.maxLength(255)) }),
  reply: z.object({
    isActive: z.boolean(),
    /** Only the first call for a paid checkout returns it, so that a purchase is counted once. */
    purchase: z.nullable(z.object({ plan: z.enum(subscriptionIntervals) })),
  }),
})

export const Receipt = z.object({
  id: z.string(),
  number: z.string(),
  amountCents: z.number(),
  /** ISO 4217 in lower case, such as `usd`. */
  currency: z.string(),
  plan: z.nullable(z.enum(subscriptionIntervals)),
  periodStart: z.iso.datetime(),
  periodEnd: z.iso.datetime(),
  paidAt: z.iso.datetime(),
})
export type Receipt = z.infer<typeof Receipt>

export const listReceipts = endpoint({
  method: 'GET',
  path: '/api/billing/receipts',
  summary: 'List the user’s payments, newest first',
  input: z.object({}),
  reply: z.object({
    receipts: z.array(Receipt),
    /** The operator's contact address, which a receipt shows. */
    sellerEmail: z.string(),
  }),
})
