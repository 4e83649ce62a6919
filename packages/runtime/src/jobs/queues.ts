import { mailProviders, type MailProvider } from '@doorman/domain/mail/mailbox'
import { dayMs, minuteMs, secondMs } from '@doorman/domain/time'
import { jobs, type Job } from '@doorman/services/ports/jobs'
import type { QueueResult } from 'pg-boss'

const queueOptions = {
  // With backoff 13 retries last at least a day: a mail server may be down that long.
  retryLimit: 13,
  retryDelay: 10,
  retryBackoff: true,
  expireInSeconds: (2 * minuteMs) / secondMs,
  // A worker that sends no heartbeat for this long is dead, and the job is retried elsewhere.
  heartbeatSeconds: 15,
  retentionSeconds: (3 * dayMs) / secondMs,
}

const maxRelayDelayMs = 10 * minuteMs
/** Retries for more than a day, most of them at the longest delay. */
const relayOptions = {
  retryLimit: 13 + dayMs / maxRelayDelayMs,
  retryDelayMax: maxRelayDelayMs / secondMs,
}

type QueueOptions = typeof queueOptions & {
  readonly deleteAfterSeconds: number
  readonly retryDelayMax?: number
}

export function toQueueOptions({ isFrequent = false, callsRelay = false }: Job): QueueOptions {
  const deleteAfterMs = isFrequent ? 5 * minuteMs : dayMs
  return {
    ...queueOptions,
    ...(callsRelay && relayOptions),
    deleteAfterSeconds: deleteAfterMs / secondMs,
  }
}

export function hasOptions(queue: QueueResult, options: QueueOptions): boolean {
  return Object.entries(options).every(
    ([name, value]) => queue[name as keyof QueueOptions] === value,
  )
}

/**
 * The queue of a job, such as `screen-message/gmail`. A job with `isPerProvider` whose mailbox is
 * gone, or that a version without such queues enqueued, is in the queue without a provider.
 */
function toQueueName(jobName: string, provider: MailProvider | null): string {
  return provider === null ? jobName : `${jobName}/${provider}`
}

const perProviderJobs = new Set(jobs.filter((job) => job.isPerProvider).map(({ name }) => name))

export function listQueueNames(jobName: string): readonly string[] {
  const providers = perProviderJobs.has(jobName) ? mailProviders : []
  return [null, ...providers].map((provider) => toQueueName(jobName, provider))
}

/** The provider in a queue's name; `null` if there is none. */
export function findProviderOf(queueName: string): MailProvider | null {
  return mailProviders.find((provider) => queueName.endsWith(`/${provider}`)) ?? null
}

/** Whether jobs of this name usually go to the queues of the providers instead. */
export function isLeftoverQueue(jobName: string, queueName: string): boolean {
  return perProviderJobs.has(jobName) && queueName === jobName
}
