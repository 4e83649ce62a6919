import { plans, subscriptionIntervals, subscriptionStatuses } from '@doorman/domain/plans/plan'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The user's plan, and when it ends. */
export const BillingInfo = z.object({
  accountType: z.enum(plans),
  subscriptionStatus: z.enum(subscriptionStatuses),
  subscriptionPlan: z.nullable(z.enum(subscriptionIntervals)),
  /** `null` outside a trial; 0 on its last day. */
  trialDaysLeft: z.nullable(z.number()),
  trialEndDate: z.nullable(z.iso.datetime()),
  /** End of the current period: the next billing date, unless the subscription was cancelled. */
  subscriptionEndDate: z.nullable(z.iso.datetime()),
  /** When Pro ends, if the user has cancelled the subscription. */
  cancelDate: z.nullable(z.iso.datetime()),
  /** Until when Pro stays on although the last payment failed; `null` if none did. */
  graceEndDate: z.nullable(z.iso.datetime()),
  /** False if the operator has not set up payments. */
  canSubscribe: z.boolean(),
  /** Whether there is a customer at the payment provider, and so a portal to manage the card. */
  hasPortal: z.boolean(),
  /** `null` means unlimited. */
  emailAddressLimit: z.nullable(z.number()),
})
export type BillingInfo = z.infer<typeof BillingInfo>

export const loadBillingInfo = endpoint({
  method: 'GET',
  path: '/api/billing/info',
  summary: 'Load the plan, the trial and the subscription',
  input: z.object({}),
  reply: BillingInfo,
})
