import type { JobEnd, JobHandler } from '@doorman/runtime/job-queue'
import type { Context } from '@doorman/services/context'
import type { Job } from '@doorman/services/jobs'
import type * as z from 'zod/mini'

type Slots = Pick<JobHandler, 'slots' | 'slotsPerMailbox'>

/** Wraps a service as a job handler. */
export function handle<Payload extends z.ZodMiniType>(
  job: Job<Payload>,
  run: (ctx: Context, payload: z.output<Payload>) => Promise<JobEnd>,
  slots: Slots = { slots: 1 },
): JobHandler {
  return {
    ...slots,
    name: job.name,
    run: (ctx, data) => run(ctx, job.payload.parse(data)),
  }
}
