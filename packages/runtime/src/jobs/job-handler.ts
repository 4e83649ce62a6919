import type { Context } from '@doorman/services/ports/context'
import type { Attempt, JobOutcome } from '@doorman/services/ports/jobs'

export type JobHandler = {
  readonly name: string
  /** A job that throws is retried with backoff. Without `attempt`, the caller completes the job. */
  run(ctx: Context, data: unknown, attempt?: Attempt): Promise<JobOutcome>
  /**
   * A number: so many slots of a worker process run only these jobs. If the job has
   * `isPerProvider`, each provider has so many, so that jobs that wait for a silent provider take
   * no slot of another. A kind: they share slots with other jobs, see `planSlots`.
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
