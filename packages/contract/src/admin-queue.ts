import { MailboxId, UserId } from '@doorman/domain/ids'
import { mailboxProblems, mailProviders } from '@doorman/domain/mail/mailbox'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const Nothing = z.object({})

/** Jobs by state. `completed` and `failed` count all jobs there ever were. */
export const QueueMetrics = z.object({
  waiting: z.number(),
  active: z.number(),
  completed: z.number(),
  failed: z.number(),
  total: z.number(),
})
export type QueueMetrics = z.infer<typeof QueueMetrics>

export const loadQueueMetrics = endpoint({
  method: 'GET',
  path: '/api/admin/queue-metrics',
  summary: 'Count the jobs of the queue',
  input: Nothing,
  reply: QueueMetrics,
  isPolled: true,
})

/** A job that needs a decision by an admin. */
export const FailedJob = z.object({
  id: z.uuid(),
  /** The queue, such as `screen-message/gmail`. Part of the job's key. */
  queue: z.string(),
  /**
   * Failed: all retries are used up, or the job gave up. Quarantined: a message that could not be
   * judged, and stays in the inbox.
   */
  state: z.enum(['failed', 'quarantined']),
  /** One of our own sentences, never text of a message or of a provider. */
  reason: z.string(),
  attempts: z.number(),
  createdAt: z.iso.datetime(),
  failedAt: z.iso.datetime(),
  /** The mailbox that the job was about, and its user; `null` if it was about none. */
  mailboxId: z.nullable(MailboxId),
  userEmail: z.nullable(z.string()),
})
export type FailedJob = z.infer<typeof FailedJob>

export const listFailedJobs = endpoint({
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'List failed and quarantined jobs, newest first',
  input: z.object({ cursor: z.optional(z.string().check(z.maxLength(200))) }),
  reply: z.object({ list: z.array(FailedJob), nextCursor: z.nullable(z.string()) }),
})

const OneJob = z.object({ id: z.uuid(), queue: z.string().check(z.maxLength(100)) })

export const retryJob = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/:id/retry',
  summary: 'Run a failed job again',
  input: OneJob,
  reply: Nothing,
})

export const dropJob = endpoint({
  method: 'DELETE',
  path: '/api/admin/jobs/:id',
  summary: 'Drop a failed job',
  input: OneJob,
  reply: Nothing,
})

/** A mailbox with a problem. */
export const MailboxHealth = z.object({
  id: MailboxId,
  provider: z.enum(mailProviders),
  address: z.string(),
  userId: UserId,
  userEmail: z.string(),
  /** `late`: not checked for much longer than planned, without a known problem. */
  problem: z.enum([...mailboxProblems, 'late']),
  lastCheckedAt: z.nullable(z.iso.datetime()),
  nextCheckAt: z.nullable(z.iso.datetime()),
  undecidedMessages: z.number(),
})
export type MailboxHealth = z.infer<typeof MailboxHealth>

export const listUnhealthyMailboxes = endpoint({
  method: 'GET',
  path: '/api/admin/mailboxes',
  summary: 'List mailboxes with a problem, longest first',
  input: z.object({ cursor: z.optional(z.string().check(z.maxLength(200))) }),
  reply: z.object({
    /** All connected mailboxes, and how many of them have a problem. */
    total: z.number(),
    unhealthy: z.number(),
    list: z.array(MailboxHealth),
    nextCursor: z.nullable(z.string()),
  }),
})

export const loadReplySwitch = endpoint({
  method: 'GET',
  path: '/api/admin/replies',
  summary: 'Load whether smart responses are stopped for all users',
  input: Nothing,
  reply: z.object({ areStopped: z.boolean() }),
})

export const changeReplySwitch = endpoint({
  method: 'POST',
  path: '/api/admin/replies',
  summary: 'Stop or resume the smart responses of all users',
  input: z.object({ areStopped: z.boolean() }),
  reply: z.object({ areStopped: z.boolean() }),
})
