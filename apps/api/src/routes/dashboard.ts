import * as contract from '@doorman/contract/dashboard'
import { toSender } from '@doorman/domain/mail/sender'
import { toFilteredShare, toTimeSaved } from '@doorman/domain/site/dashboard'
import type { Context } from '@doorman/services/ports/context'
import { loadDashboardChart } from '@doorman/services/dashboard/load-dashboard-chart'
import { loadDashboardStats } from '@doorman/services/dashboard/load-dashboard-stats'
import { listFilteredEmails } from '@doorman/services/filtered-emails/list-filtered-emails'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.ts'
import { toActionFacts } from './filtered-emails.ts'

const mostRecent = 5

export function dashboardRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.loadDashboardStats, async ({ timeRange }, { actor }) => {
    const stats = await loadDashboardStats(ctx, actor, { timeRange })
    const recent = await listFilteredEmails(ctx, actor, { limit: mostRecent })
    const timeSaved = toTimeSaved(stats.filtered)
    return {
      totalFiltered: stats.filtered,
      totalProcessed: stats.processed,
      wouldMove: stats.wouldMove,
      firstDay: stats.firstDay,
      spamPercentage: toFilteredShare(stats),
      timeSavedMinutes: timeSaved.minutes,
      timeSavedHours: timeSaved.hours,
      trialDaysLeft: stats.trialDaysLeft,
      connectedAccounts: stats.mailboxCount,
      subscriptionStatus: stats.subscriptionStatus,
      recentFiltered: recent.map((email) => ({
        id: email.id,
        provider: email.provider,
        from: toSender(email),
        subject: email.subject ?? '',
        receivedAt: (email.receivedAt ?? email.decidedAt).toISOString(),
        ...toActionFacts(email),
      })),
      filteredKinds: [...stats.kinds],
      filteredDomains: [...stats.domains],
    }
  })

  route(app, contract.loadDashboardChart, async ({ timeRange }, { actor }) => {
    const { step, points } = await loadDashboardChart(ctx, actor, { timeRange })
    return { step, points: [...points] }
  })
}
