import type { Context } from '@doorman/services/context'
import { jobs, type Jobs } from '@doorman/services/jobs'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

export type JobHandler = {
  readonly name: string
  /** What throws is tried again, ever later; what is given up is not. */
  run(ctx: Context, data: unknown): Promise<void | 'given-up'>
}

/** A job that comes by itself, by cron expression in UTC. */
export type JobSchedule = { readonly name: string; readonly cron: string }

export type JobQueue = Jobs & {
  /** Begins to work on jobs, and keeps the schedules. */
  work(
    ctx: Context,
    handlers: readonly JobHandler[],
    schedules: readonly JobSchedule[],
  ): Promise<void>
  /** Works off what is due, and returns when nothing is left: how tests let things settle. */
  drain(ctx: Context, handlers: readonly JobHandler[]): Promise<void>
  /** Takes no more work and waits for what is under way. */
  stop(): Promise<void>
}

/** pg-boss on the product's own PostgreSQL: a job is a row, written in the caller's transaction. */
export async function createJobQueue(databaseUrl: string, logger: Logger): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'doorman-jobs',
    max: 4,
    useListenNotify: true,
  })
  boss.on('error', (err) => logger.error({ err, event: 'job-queue-failed' }))
  await boss.start()
  for (const { name } of jobs)
    await boss.createQueue(name, {
      notify: true,
      // Ten tries, ever later, are about a day: as long as a mail relay may be down.
      retryLimit: 10,
      retryDelay: 60,
      retryBackoff: true,
      expireInSeconds: 120,
      retentionSeconds: 2 * 86_400,
      deleteAfterSeconds: 86_400,
    })

  return {
    async enqueue(db, job, payload) {
      await boss.send(job.name, job.payload.parse(payload) as object, {
        db: fromDrizzle(db, sql),
      })
    },

    async work(ctx, handlers, schedules) {
      for (const handler of handlers)
        await boss.work(handler.name, { pollingIntervalSeconds: 2 }, async ([job]) => {
          if (job) await runJob(ctx, handler, job, logger)
        })
      for (const { name, cron } of schedules) await boss.schedule(name, cron, {})
    },

    async drain(ctx, handlers) {
      for (const handler of handlers)
        for (
          let [job] = await boss.fetch(handler.name);
          job;
          [job] = await boss.fetch(handler.name)
        )
          await runJob(ctx, handler, job, logger).then(
            () => boss.complete(handler.name, job.id),
            () => boss.fail(handler.name, job.id),
          )
    },

    stop: () => boss.stop({ graceful: true, timeout: 3_000, close: true }),
  }
}

/** The queue keeps the message of what is thrown, so it is ours and says nothing of the mail. */
async function runJob(
  ctx: Context,
  handler: JobHandler,
  job: { id: string; data: unknown },
  logger: Logger,
): Promise<void> {
  try {
    const outcome = await handler.run(ctx, job.data)
    if (outcome === 'given-up')
      logger.warn({ jobName: handler.name, jobId: job.id, event: 'job-given-up' })
  } catch (err) {
    logger.error({ err, jobName: handler.name, jobId: job.id, event: 'job-failed' })
    throw new Error(`${handler.name} failed`)
  }
}
