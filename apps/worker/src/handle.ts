import type { JobHandler } from '@doorman/runtime/jobs/job-handler'
import type { Context } from '@doorman/services/ports/context'
import { toRetryLater } from '@doorman/services/pipeline/mail-failure'
import type { Attempt, Job, JobOutcome } from '@doorman/services/ports/jobs'
import type * as z from 'zod/mini'

type Slots = Pick<JobHandler, 'slots' | 'slotsPerMailbox'>

/**
 * Makes a job handler of a service. A provider outage or rate limit becomes a retry. Without slots of
 * its own, a job shares slots with others.
 */
export function handle<Payload extends z.ZodMiniType>(
  job: Job<Payload>,
  run: (ctx: Context, payload: z.output<Payload>) => Promise<JobOutcome>,
  slots: Slots = { slots: 'shared' },
): JobHandler {
  return handleAttempt(job, (ctx, payload) => run(ctx, payload), slots)
}

/** The same for a service that may complete its job itself. */
export function handleAttempt<Payload extends z.ZodMiniType>(
  job: Job<Payload>,
  run: (ctx: Context, payload: z.output<Payload>, attempt?: Attempt) => Promise<JobOutcome>,
  slots: Slots,
): JobHandler {
  return {
    ...slots,
    name: job.name,
    run: (ctx, data, attempt) => run(ctx, job.payload.parse(data), attempt).catch(toRetryLater),
  }
}
