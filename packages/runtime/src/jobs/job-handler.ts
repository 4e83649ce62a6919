import type { Context } from '@doorman/services/ports/context'
import type { Attempt, JobOutcome } from '@doorman/services/ports/jobs'

export type JobHandler = {
  readonly name: string
  /** A job that throws is retried with backoff. Without `attempt`, the caller completes the job. */
  run(ctx: Context, data: unknown, attempt?: Attempt): Promise<JobOutcome>
  /**
   * How many slots of a worker process are for these jobs only. Of a job with `isPerProvider`: how
   * many for each provider, so that jobs that wait for a silent provider take no slot of another.
   * The others share slots: see `planSlots`.
   */
  readonly slots: number | SharedKind
  /**
   * About how many of these jobs all processes together run at a time for one mailbox, so that a
   * busy mailbox does not delay the others.
   */
  readonly slotsPerMailbox?: number
}

/**
 * - `background`: calls a mail provider and may wait for minutes. One slot per provider.
 * - `shared`: calls no outside service.
 * - `shared-outside`: calls an outside service, which may hang.
 */
type SharedKind = 'background' | 'shared' | 'shared-outside'

/** A job that starts by a cron expression, in UTC. */
export type JobSchedule = { readonly name: string; readonly cron: string }
