import { secondMs } from '@doorman/domain/time'
import type { JobOutcome } from '@doorman/services/ports/jobs'
import type { PgBoss } from 'pg-boss'
import type { FetchedJob } from './job-row.ts'

export type RunningJob = FetchedJob & {
  readonly expireInSeconds: number
  readonly heartbeatSeconds: number | null
}

/**
 * Runs a job, and sends heartbeats while it runs. When the job expires, stops waiting for it, so
 * that a run that never ends does not keep its slot. The queue then has another worker run the job.
 */
export async function runInTime(
  boss: Pick<PgBoss, 'touch'>,
  job: RunningJob,
  { run, onError }: { run: () => Promise<JobOutcome>; onError: (error: unknown) => void },
): Promise<'expired' | { readonly outcome: JobOutcome }> {
  const beat = () => void boss.touch(job.queueName, job).catch(onError)
  const heartbeat =
    job.heartbeatSeconds === null
      ? undefined
      : setInterval(beat, (job.heartbeatSeconds * secondMs) / 3)
  const expired = Promise.withResolvers<'expired'>()
  const expiry = setTimeout(() => expired.resolve('expired'), job.expireInSeconds * secondMs)
  try {
    return await Promise.race([run().then((outcome) => ({ outcome })), expired.promise])
  } finally {
    clearInterval(heartbeat)
    clearTimeout(expiry)
  }
}
