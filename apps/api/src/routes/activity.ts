import * as contract from '@doorman/contract/activity'
import { toSender } from '@doorman/domain/mail/sender'
import { toReasoning } from '@doorman/domain/screening/reasons'
import { listActivity, type Activity } from '@doorman/services/activity/list-activity'
import { listActivityDays } from '@doorman/services/activity/list-activity-days'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.ts'
import { toAction } from '../http/to-contract.ts'

export function activityRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.listActivity, async (input, { actor }) => {
    const limit = input.limit ?? contract.activityPerPage
    return (await listActivity(ctx, actor, { ...input, limit })).map(toEntry)
  })

  route(app, contract.listActivityDays, (input, { actor }) => listActivityDays(ctx, actor, input))
}

function toEntry(activity: Activity) {
  const isKept = activity.outcome === 'keep'
  return {
    id: activity.id,
    provider: activity.provider,
    accountId: activity.mailboxId,
    providerMessageId: activity.providerMessageId,
    outcome: activity.outcome,
    reasoning: toReasoning(activity),
    decidedAt: activity.decidedAt.toISOString(),
    receivedAt: activity.receivedAt?.toISOString() ?? null,
    from: isKept ? null : toSender(activity),
    subject: activity.subject,
    action: toAction(activity.state),
    restoredBy: activity.restoredBy ?? undefined,
    repliedAt: activity.repliedAt?.toISOString(),
  }
}
