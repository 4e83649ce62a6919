import type { Db } from '@doorman/db/client'
import { PreparedClient } from '@doorman/db/prepared-client'
import type { Context } from '@doorman/services/context'
import { jobs, type Job, type Jobs } from '@doorman/services/jobs'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss, type JobInsert } from 'pg-boss'
import type { Logger } from 'pino'

/** How a job ended. What is given up is not tried again; what cannot be done yet comes again soon. */
export type JobEnd = void | 'given-up' | 'not-yet'

export type JobHandler = {
  readonly name: string
  /** What throws is tried again, ever later. */
  run(ctx: Context, data: unknown): Promise<JobEnd>
  /** How many of them a process works on at once. */
  readonly slots: number
  /** About how many of them, in all processes together, may be for one mailbox: no one's mail waits for another's. */
  readonly slotsPerMailbox?: number
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

const upkeep = {
  // Thirteen tries, ever later, are a day at least: as long as a mail relay may be down.
  retryLimit: 13,
  retryDelay: 10,
  retryBackoff: true,
  expireInSeconds: 120,
  // Who has not been heard of for so long is dead, and somebody else takes over.
  heartbeatSeconds: 15,
  retentionSeconds: 3 * 86_400,
  deleteAfterSeconds: 86_400,
}

const notYetSeconds = 5
/** How often somebody idle looks for jobs that nobody announces: those to be tried again. */
const lookSeconds = 5

/** pg-boss on the product's own PostgreSQL: a job is a row, written in the caller's transaction. */
export async function createJobQueue(databaseUrl: string, logger: Logger): Promise<JobQueue> {
  // What pg-boss does not know of these it hands on to the driver.
  const connections = { connectionString: databaseUrl, max: 4, Client: PreparedClient }
  const boss = new PgBoss({
    ...connections,
    application_name: 'doorman-jobs',
    useListenNotify: true,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  })
  let isStopping = false
  boss.on('error', (err) => {
    // A job that outlives the queue has been given back by then, and finds nobody to tell how it ended.
    if (!isStopping) logger.error({ err, event: 'job-queue-failed' })
  })
  await boss.start()
  for (const { name, once } of jobs) {
    await boss.createQueue(name, {
      ...(once && { policy: once.until === 'started' ? 'short' : 'exclusive' }),
      notify: true,
    })
    // One that was there already keeps to what is written here, too.
    await boss.updateQueue(name, upkeep)
  }

  async function insert(db: Db, job: Job, payloads: readonly unknown[]): Promise<void> {
    if (payloads.length === 0) return
    const rows = payloads.map((payload) => toRow(job, job.payload.parse(payload) as object))
    await boss.insert(job.name, rows, { db: fromDrizzle(db, sql) })
  }

  async function fillSlot(ctx: Context, handler: JobHandler): Promise<void> {
    const { name, slotsPerMailbox } = handler
    const options = {
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: lookSeconds,
      ...(slotsPerMailbox !== undefined && { groupConcurrency: slotsPerMailbox }),
    }
    const slot = await boss.work<object>(name, options, async ([job]) => {
      // Where there was one there may be more: the queue's own rest between two jobs is for idle times.
      boss.notifyWorker(slot)
      if (job) await runOrPutOff(ctx, handler, job)
    })
  }

  async function runOrPutOff(ctx: Context, handler: JobHandler, job: BossJob): Promise<void> {
    const end = await runJob(ctx, handler, job, logger)
    if (end !== 'not-yet') return
    // Under a key of its own: it must not pass for the next one of its kind, which may be possible at once.
    const row = { ...toRow({}, job.data), singletonKey: `not yet ${job.id}` }
    await boss.insert(handler.name, [{ ...row, startAfter: notYetSeconds }])
  }

  /** Whether there was any. */
  async function workOff(ctx: Context, handler: JobHandler): Promise<boolean> {
    const [job] = await boss.fetch<object>(handler.name)
    if (!job) return false
    await runOrPutOff(ctx, handler, job).then(
      () => boss.complete(handler.name, job.id),
      () => boss.fail(handler.name, job.id),
    )
    return true
  }

  return {
    enqueue: (db, job, payload) => insert(db, job, [payload]),
    enqueueAll: insert,

    async work(ctx, handlers, schedules) {
      for (const handler of handlers)
        for (let slot = 0; slot < handler.slots; slot++) await fillSlot(ctx, handler)
      for (const { name, cron } of schedules) await boss.schedule(name, cron, {})
    },

    async drain(ctx, handlers) {
      let isIdle = false
      while (!isIdle) {
        isIdle = true
        for (const handler of handlers) while (await workOff(ctx, handler)) isIdle = false
      }
    },

    stop() {
      isStopping = true
      return boss.stop({ graceful: true, timeout: 3_000, close: true })
    },
  }
}

type BossJob = { readonly id: string; readonly data: object }

function toRow(
  { once, afterSeconds }: Pick<Job, 'once' | 'afterSeconds'>,
  data: object,
): JobInsert {
  const fields = new Map<string, unknown>(Object.entries(data))
  const mailboxId = fields.get('mailboxId')
  return {
    data,
    ...(once && { singletonKey: once.per.map((name) => String(fields.get(name))).join(' ') }),
    ...(afterSeconds !== undefined && { startAfter: afterSeconds }),
    ...(typeof mailboxId === 'string' && { group: { id: mailboxId } }),
  }
}

/** The queue keeps the message of what is thrown, so it is ours and says nothing of the mail. */
async function runJob(
  ctx: Context,
  handler: JobHandler,
  job: BossJob,
  logger: Logger,
): Promise<JobEnd> {
  try {
    const end = await handler.run(ctx, job.data)
    if (end === 'given-up')
      logger.warn({ jobName: handler.name, jobId: job.id, event: 'job-given-up' })
    return end
  } catch (err) {
    logger.error({ err, jobName: handler.name, jobId: job.id, event: 'job-failed' })
    throw new Error(`${handler.name} failed`)
  }
}
