import { timeRanges } from '@doorman/domain/site/dashboard'
import { DecisionId } from '@doorman/domain/ids'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import { subscriptionStatuses } from '@doorman/domain/plans/plan'
import { categories } from '@doorman/domain/screening/categories'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { actionFacts } from './filtered-emails.ts'

const OneRange = z.object({ timeRange: z.enum(timeRanges) })

export const DashboardStats = z.object({
  totalFiltered: z.number(),
  totalProcessed: z.number(),
  /** Would have been filtered, but the account is observe-only. */
  wouldMove: z.number(),
  /** The first day of the range in the user's time zone; `null` for all time. */
  firstDay: z.nullable(z.iso.date()),
  /** Filtered share of all processed messages: 0 to 100, one decimal. 0 if none were processed. */
  spamPercentage: z.number(),
  timeSavedMinutes: z.number(),
  /** `timeSavedMinutes` in hours, one decimal. */
  timeSavedHours: z.number(),
  /** `null` outside a trial; 0 on its last day. */
  trialDaysLeft: z.nullable(z.number()),
  connectedAccounts: z.number(),
  subscriptionStatus: z.enum(subscriptionStatuses),
  /** The newest filtered emails, independent of the range. */
  recentFiltered: z.array(
    z.object({
      id: DecisionId,
      provider: z.enum(mailProviders),
      from: z.string(),
      subject: z.string(),
      receivedAt: z.iso.datetime(),
      ...actionFacts,
    }),
  ),
  /** The kinds of the filtered emails within the range, most frequent first. */
  filteredKinds: z.array(z.object({ kind: z.enum(categories), count: z.number() })),
  /** Most filtered first, within the range. */
  filteredDomains: z.array(z.object({ domain: z.string(), count: z.number() })),
})
export type DashboardStats = z.infer<typeof DashboardStats>

/**
 * Messages count on the day they arrived. Days begin at midnight in the user's time zone. A week is today and the six days before it, a
 * month 30 days.
 */
export const loadDashboardStats = endpoint({
  method: 'GET',
  path: '/api/dashboard/stats',
  summary: 'Load how much was filtered, and the time it saved',
  input: OneRange,
  reply: DashboardStats,
  isPolled: true,
})

export const DashboardChart = z.object({
  /** The period that each point covers. It begins on `day`; weeks begin on Mondays. */
  step: z.enum(['day', 'week', 'month']),
  /** Oldest first, including periods without messages. */
  points: z.array(z.object({ day: z.iso.date(), processed: z.number(), filtered: z.number() })),
})
export type DashboardChart = z.infer<typeof DashboardChart>

export const loadDashboardChart = endpoint({
  method: 'GET',
  path: '/api/dashboard/chart',
  summary: 'Load how many messages were processed and filtered over time',
  input: OneRange,
  reply: DashboardChart,
  isPolled: true,
})
