import { freeMailboxLimit, toCheckIntervalMs } from '@doorman/domain/plans/plan'
import { minuteMs } from '@doorman/domain/time'

/** The features of the two plans, as the price cards list them. */
export const planFeatures = {
  free: [
    `${freeMailboxLimit} email address`,
    'Processing once per day',
    'Filtered-email dashboard',
    'Smart responses',
    'Basic filtering without PII redaction',
  ],
  pro: [
    'Unlimited email addresses',
    'Real-time processing, within 60 seconds',
    'Advanced PII redaction',
    'Legitimate contact override',
    'Smart filtering',
    'Domain whitelists',
    'Custom email-type filters: recruiters, investors',
    'Option to turn off smart responses, for silent filtering',
    'Priority support',
  ],
} as const

type Comparison = {
  readonly feature: string
  /** In words, or whether the plan includes it. */
  readonly free: string | boolean
  readonly pro: string | boolean
}

/** The plans side by side, as the billing page shows them. */
export const planComparison: readonly Comparison[] = [
  { feature: 'Email addresses', free: `${freeMailboxLimit}`, pro: 'Unlimited' },
  {
    feature: 'Processing',
    free: 'Once per day',
    pro: `Real-time, checked at least every ${toCheckIntervalMs('paid') / minuteMs} minutes`,
  },
  { feature: 'Filtered-email dashboard', free: true, pro: true },
  { feature: 'Filtering', free: 'Basic', pro: 'Smart' },
  { feature: 'PII redaction', free: false, pro: 'Advanced' },
  { feature: 'Smart responses', free: 'Always on, once you agree', pro: 'On, or off for silent filtering' },
  { feature: 'Legitimate contact override', free: false, pro: true },
  { feature: 'Domain whitelists', free: false, pro: true },
  {
    feature: 'Custom email-type filters: recruiters, investors',
    free: false,
    pro: true,
  },
  { feature: 'Priority support', free: false, pro: true },
]
