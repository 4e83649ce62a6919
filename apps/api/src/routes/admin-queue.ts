import * as contract from '@doorman/contract/admin-queue'
import { dropJob, retryJob } from '@doorman/services/admin/queue/change-failed-job'
import { listFailedJobs } from '@doorman/services/admin/queue/list-failed-jobs'
import { listUnhealthyMailboxes } from '@doorman/services/admin/queue/list-unhealthy-mailboxes'
import { loadQueueMetrics } from '@doorman/services/admin/queue/load-queue-metrics'
import { areRepliesStopped, stopReplies } from '@doorman/services/pipeline/replying/stop-replies'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'
import { adminOf, route } from '../http/route.ts'

export function adminQueueRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.loadQueueMetrics, async () => loadQueueMetrics(ctx))

  route(app, contract.listFailedJobs, async (input) => {
    const { list, nextCursor } = await listFailedJobs(ctx, input)
    return {
      list: list.map((job) => ({
        ...job,
        createdAt: job.createdAt.toISOString(),
        failedAt: job.failedAt.toISOString(),
      })),
      nextCursor,
    }
  })

  route(app, contract.retryJob, async (job, request) => {
    await retryJob(ctx, adminOf(request), job)
    return {}
  })

  route(app, contract.dropJob, async (job, request) => {
    await dropJob(ctx, adminOf(request), job)
    return {}
  })

  route(app, contract.listUnhealthyMailboxes, async (input) => {
    const { list, ...counts } = await listUnhealthyMailboxes(ctx, input)
    return {
      ...counts,
      list: list.map((mailbox) => ({
        ...mailbox,
        lastCheckedAt: mailbox.lastCheckedAt?.toISOString() ?? null,
        nextCheckAt: mailbox.nextCheckAt?.toISOString() ?? null,
      })),
    }
  })

  route(app, contract.loadReplySwitch, async () => ({ areStopped: await areRepliesStopped(ctx) }))

  route(app, contract.changeReplySwitch, async (input, request) => {
    await stopReplies(ctx, adminOf(request), input)
    return { areStopped: await areRepliesStopped(ctx) }
  })
}
