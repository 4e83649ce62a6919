import { freeMailboxLimit } from '@doorman/domain/plans/plan'

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
