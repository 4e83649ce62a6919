import { freeMailboxLimit } from '@doorman/domain/plan'

/** What the two plans are said to hold, in SPEC's words. */
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
