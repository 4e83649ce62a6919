import { timeRanges } from '@doorman/domain/dashboard'
import { DecisionId } from '@doorman/domain/ids'
import { providers } from '@doorman/domain/mailbox'
import { subscriptionStatuses } from '@doorman/domain/plan'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const OneRange = z.object({ timeRange: z.enum(timeRanges) })

export const DashboardStats = z.object({
  totalFiltered: z.number(),
  totalProcessed: z.number(),
  /** Of what was processed, 0 to 100 with one decimal; 0 where nothing was. */
  spamPercentage: z.number(),
  timeSavedMinutes: z.number(),
  /** The same in hours, with one decimal. */
  timeSavedHours: z.number(),
  /** `null` outside a trial; 0 on its last day. */
  trialDaysLeft: z.nullable(z.number()),
  connectedAccounts: z.number(),
  subscriptionStatus: z.enum(subscriptionStatuses),
  /** The newest there are, whatever the range. */
  recentFiltered: z.array(
    z.object({
      id: DecisionId,
      provider: z.enum(providers),
      from: z.string(),
      subject: z.string(),
      receivedAt: z.iso.datetime(),
    }),
  ),
  /** Those that were filtered most often in the range, first. */
  filteredDomains: z.array(z.object({ domain: z.string(), count: z.number() })),
})
export type DashboardStats = z.infer<typeof DashboardStats>

/** Days begin at midnight UTC. A week is today and the six days before it, a month 30 days. */
export const loadDashboardStats = endpoint({
  method: 'GET',
  path: '/api/dashboard/stats',
  summary: 'How much was filtered, and what it saved',
  input: OneRange,
  reply: DashboardStats,
})

export const DashboardChart = z.object({
  /** What a point stands for. It begins on `day`; weeks on Mondays. */
  step: z.enum(['day', 'week', 'month']),
  /** Oldest first, those without mail included. */
  points: z.array(z.object({ day: z.iso.date(), processed: z.number(), filtered: z.number() })),
})
export type DashboardChart = z.infer<typeof DashboardChart>

export const loadDashboardChart = endpoint({
  method: 'GET',
  path: '/api/dashboard/chart',
  summary: 'What was processed and filtered, over time',
  input: OneRange,
  reply: DashboardChart,
})
