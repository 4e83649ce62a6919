import type { Db } from '@doorman/db/client'
import {
  ContactMessageId,
  DecisionId,
  EmailId,
  GrantId,
  MailboxId,
  PayerId,
  PostId,
  ReplyId,
  UserId,
  type ProviderMessageId,
} from '@doorman/domain/ids'
import type { JobFailure } from '@doorman/domain/jobs/job-failures'
import type { ValuesOrPlaceholders } from '@doorman/db/prepared'
import type { SQL } from 'drizzle-orm'
import * as z from 'zod/mini'

/** A kind of job. Its payload holds our own ids and names, never personal data. */
export type Job<Payload extends z.ZodMiniType = z.ZodMiniType> = {
  readonly name: string
  readonly payload: Payload
  /**
   * Deduplication key, and how long it holds: until the first job starts, or until it finishes.
   * A second job with the same key is dropped.
   */
  readonly deduplicate?: { readonly by: readonly string[]; readonly until: 'started' | 'finished' }
  /** Workers do not start the job earlier. */
  readonly delayMs?: number
  /**
   * Calls the provider of its `mailboxId`, which may not answer. Each provider has its own queue
   * and its own slots, so that jobs of the others still run.
   */
  readonly isPerProvider?: boolean
  /** Runs before other jobs that wait for the same slot. */
  readonly isUrgent?: boolean
  /** Runs for every message or check: its finished jobs are deleted after minutes, not a day. */
  readonly isFrequent?: boolean
  /** Calls the mail relay: tried for a day, and soon after an outage is over. */
  readonly callsRelay?: boolean
}

/**
 * How a job ended. A job that throws has failed: the queue logs the error and retries it with
 * backoff.
 */
export type JobOutcome =
  | void
  /** The handler has completed the job itself: see `Attempt`. */
  | 'completed'
  | GivenUp
  /** Another worker holds the lease: try again in seconds. Does not count as an attempt. */
  | 'not-yet'
  | Postponed
  | RetryLater

/** One attempt to run a job, as its handler sees it. */
export type Attempt = {
  /**
   * Completes the job in the transaction of `db`, so that its work and its end are committed together.
   * The handler then returns `completed`. Throws if the job expired and another worker may have it: the
   * transaction must roll back.
   */
  complete(db: Db): Promise<void>
  /** The same as `complete`, as parts of a statement that also stores the work. */
  readonly parts: AttemptParts
  /** The values of their placeholders. */
  readonly values: AttemptValues
}

/** The same object for all attempts, so that a statement with these parts is built once. */
export type AttemptParts = {
  /** Selects a row if the attempt still has the job. Otherwise the statement must change nothing. */
  lock(job: ValuesOrPlaceholders<AttemptValues>): SQL
  /** Completes the job. */
  completeIf(job: ValuesOrPlaceholders<AttemptValues>, condition: SQL): SQL
}

export type AttemptValues = {
  readonly queueName: string
  readonly jobId: string
  readonly retryCount: number
}

/** The job failed, and a retry would fail the same way. An admin may still retry it. */
export type GivenUp = { readonly kind: 'given-up'; readonly failure: JobFailure }

/** The provider said when to come back. Does not count as an attempt, and no error is logged. */
export type Postponed = {
  readonly kind: 'postponed'
  /** For the log, such as `rate-limited`. */
  readonly reason: string
  readonly delayMs: number
}

/**
 * The provider is down or limits our rate. Retried with backoff like a failure, but no error is
 * logged.
 */
export type RetryLater = {
  readonly kind: 'retry-later'
  /** For the log, such as `rate-limited`. */
  readonly reason: string
  /** What an admin reads when all retries have failed. */
  readonly failure: JobFailure
  /** The retry waits at least this long, however short the backoff is. */
  readonly retryAfterMs: number | null
}

export type Jobs = {
  /** The job exists when, and only when, the transaction of `db` commits. */
  enqueue<Payload extends z.ZodMiniType>(
    db: Db,
    job: Job<Payload>,
    payload: z.input<Payload>,
  ): Promise<void>
  enqueueAll<Payload extends z.ZodMiniType>(
    db: Db,
    job: Job<Payload>,
    payloads: readonly z.input<Payload>[],
  ): Promise<void>
  /**
   * Enqueues the job for the mailboxes that match both `isNamed` and `isMeant`, in one statement.
   * Returns how many match only `isNamed`.
   */
  enqueueForMailboxes<Payload extends z.ZodMiniType<{ mailboxId: MailboxId }>>(
    db: Db,
    job: Job<Payload>,
    which: { readonly isNamed: SQL | undefined; readonly isMeant: SQL | undefined },
    payload: Omit<z.input<Payload>, 'mailboxId'>,
  ): Promise<number>
  /**
   * Deletes the jobs of deleted users and of mailboxes that are gone, also those that have run or
   * are running. A message from the contact form is still forwarded, without its user.
   */
  deleteOrphans(db: Db): Promise<void>
}

/** Not `send-email`: version 0.2 has that queue, with other payloads and without deduplication. */
export const sendEmailJob = {
  name: 'send-ordered-email',
  payload: z.object({ emailId: EmailId }),
  deduplicate: { by: ['emailId'], until: 'finished' },
  callsRelay: true,
} satisfies Job

/** A queue of its own: thousands of reports on a Monday do not delay a password reset. */
export const sendReportJob = {
  name: 'send-report',
  payload: z.object({ emailId: EmailId }),
  deduplicate: { by: ['emailId'], until: 'finished' },
  callsRelay: true,
} satisfies Job

/**
 * The job by which version 0.2 sends an email. It is needed during an upgrade, while processes of
 * 0.2 still run or their jobs still wait.
 */
export const orderEarlierEmailJob = {
  name: 'send-email',
  payload: z.object({
    userId: UserId,
    kind: z.string(),
    decisionId: z.optional(DecisionId),
    mailboxId: z.optional(MailboxId),
  }),
} satisfies Job

/** Enqueues emails again whose jobs have ended without sending them. */
export const sendWaitingEmailsJob = {
  name: 'send-waiting-emails',
  payload: z.object({}),
} satisfies Job

/** Tells the operator about new users whose registration was cut off before it did. */
export const orderNewUserNoticesJob = {
  name: 'order-new-user-notices',
  payload: z.object({}),
} satisfies Job

export const orderTrialRemindersJob = {
  name: 'order-trial-reminders',
  payload: z.object({}),
} satisfies Job

export const orderWeeklyReportsJob = {
  name: 'order-weekly-reports',
  payload: z.object({}),
} satisfies Job

/**
 * Asks the payment provider what a user pays for. A webhook event during the job enqueues another
 * one: the running one may have asked before the change.
 */
export const syncSubscriptionJob = {
  name: 'sync-subscription',
  payload: z.object({ userId: UserId }),
  deduplicate: { by: ['userId'], until: 'started' },
} satisfies Job

/** Enqueues `syncSubscriptionJob` for all customers, in case webhook events were lost. */
export const syncAllSubscriptionsJob = {
  name: 'sync-all-subscriptions',
  payload: z.object({}),
} satisfies Job

/** Enqueues `endCustomerJob` for all deleted users who have a customer. */
export const endCustomersJob = {
  name: 'end-customers',
  payload: z.object({}),
} satisfies Job

/** Ends the subscriptions of a deleted user and deletes the customer. */
export const endCustomerJob = {
  name: 'end-customer',
  payload: z.object({ payerId: PayerId }),
  deduplicate: { by: ['payerId'], until: 'finished' },
} satisfies Job

export const forwardContactMessageJob = {
  name: 'forward-contact-message',
  payload: z.object({
    contactMessageId: ContactMessageId,
    /** The user who sent it, if they were signed in. */
    userId: z.optional(UserId),
  }),
  callsRelay: true,
} satisfies Job

export const deleteExpiredJob = {
  name: 'delete-expired',
  /** The steps that an earlier job had no time for. All of them by default. */
  payload: z.object({ steps: z.optional(z.array(z.string())) }),
} satisfies Job

/**
 * A push notification during a sync enqueues another sync: the running one may miss the change.
 */
export const syncMailboxJob = {
  name: 'sync-mailbox',
  payload: z.object({
    mailboxId: MailboxId,
    /** Set if a push notification starts the sync: see `receivePushNotifications`. */
    push: z.optional(z.number()),
  }),
  deduplicate: { by: ['mailboxId', 'push'], until: 'started' },
  isPerProvider: true,
  isUrgent: true,
  isFrequent: true,
} satisfies Job

/**
 * Reads sent messages into the index of correspondents, some pages at a time, and enqueues itself
 * until the index is complete.
 */
export const indexCorrespondentsJob = {
  name: 'index-correspondents',
  payload: z.object({ mailboxId: MailboxId }),
  deduplicate: { by: ['mailboxId'], until: 'started' },
  isPerProvider: true,
  isFrequent: true,
} satisfies Job

/** Enqueues `reconcileMailboxJob` for the mailboxes that were not compared for a day. */
export const reconcileDueMailboxesJob = {
  name: 'reconcile-due-mailboxes',
  payload: z.object({}),
} satisfies Job

/** Compares recent decisions with where the messages are now. */
export const reconcileMailboxJob = {
  name: 'reconcile-mailbox',
  payload: z.object({ mailboxId: MailboxId }),
  deduplicate: { by: ['mailboxId'], until: 'finished' },
  isPerProvider: true,
} satisfies Job

/**
 * Screens the undecided messages of a mailbox, some at a time, and enqueues itself until none is left.
 * For messages that a sync did not screen itself, such as those of a first scan.
 */
export const screenMessagesJob = {
  name: 'screen-messages',
  payload: z.object({ mailboxId: MailboxId }),
  deduplicate: { by: ['mailboxId'], until: 'started' },
  isPerProvider: true,
  isFrequent: true,
} satisfies Job

/** The careful way, for one message that could not be screened together with others. */
export const screenMessageJob = {
  name: 'screen-message',
  payload: z.object({
    mailboxId: MailboxId,
    providerMessageId: z.custom<ProviderMessageId>(isText),
  }),
  deduplicate: { by: ['mailboxId', 'providerMessageId'], until: 'finished' },
  isPerProvider: true,
  isFrequent: true,
} satisfies Job

/** Moves all messages of a mailbox that are waiting for it, some at a time. */
export const moveMessagesJob = {
  name: 'move-messages',
  payload: z.object({ mailboxId: MailboxId }),
  deduplicate: { by: ['mailboxId'], until: 'started' },
  isPerProvider: true,
  isFrequent: true,
} satisfies Job

/**
 * The careful way, for one message that could not be moved together with others. A user's action
 * during a move enqueues another move: the running one carries out the older action.
 */
export const moveMessageJob = {
  name: 'move-message',
  payload: z.object({ mailboxId: MailboxId, decisionId: DecisionId }),
  deduplicate: { by: ['decisionId'], until: 'started' },
  isPerProvider: true,
  isFrequent: true,
} satisfies Job

export const replyToSenderJob = {
  name: 'reply-to-sender',
  payload: z.object({ mailboxId: MailboxId, decisionId: DecisionId }),
  // Shares a slot with readings of sent messages, of which hundreds may wait.
  isUrgent: true,
  deduplicate: { by: ['decisionId'], until: 'finished' },
  isPerProvider: true,
} satisfies Job

export const grantAppealJob = {
  name: 'grant-appeal',
  payload: z.object({ replyId: ReplyId }),
  deduplicate: { by: ['replyId'], until: 'finished' },
} satisfies Job

export const checkDueMailboxesJob = {
  name: 'check-due-mailboxes',
  /** How often it enqueues itself before the schedule starts it again. */
  payload: z.object({ repeatsLeft: z.optional(z.number()) }),
} satisfies Job

export const stopPushJob = {
  name: 'stop-push',
  payload: z.object({ mailboxId: MailboxId }),
  deduplicate: { by: ['mailboxId'], until: 'started' },
} satisfies Job

/** An edit while a cover is painted enqueues another job: the title may have changed. */
export const paintCoverJob = {
  name: 'paint-cover',
  payload: z.object({ postId: PostId }),
  deduplicate: { by: ['postId'], until: 'started' },
} satisfies Job

export const endGrantJob = {
  name: 'end-grant',
  payload: z.object({ grantId: GrantId }),
} satisfies Job

export const endUnusedGrantsJob = {
  name: 'end-unused-grants',
  payload: z.object({}),
} satisfies Job

export const deleteOrphanedDecisionsJob = {
  name: 'delete-orphaned-decisions',
  payload: z.object({}),
} satisfies Job

/** Deletes the jobs that name a deleted user or a mailbox that is gone. */
export const deleteOrphanedJobsJob = {
  name: 'delete-orphaned-jobs',
  payload: z.object({}),
} satisfies Job

/** Tells the payment provider the new address of a user. */
export const changeCustomerAddressJob = {
  name: 'change-customer-address',
  payload: z.object({ userId: UserId }),
  deduplicate: { by: ['userId'], until: 'started' },
} satisfies Job

export const endTrialsJob = {
  name: 'end-trials',
  payload: z.object({}),
} satisfies Job

export const notifyLostMailboxesJob = {
  name: 'notify-lost-mailboxes',
  payload: z.object({}),
} satisfies Job

/** All jobs. The queue is set up from this list. */
export const jobs: readonly Job[] = [
  sendEmailJob,
  sendReportJob,
  orderEarlierEmailJob,
  forwardContactMessageJob,
  deleteExpiredJob,
  syncMailboxJob,
  indexCorrespondentsJob,
  reconcileDueMailboxesJob,
  reconcileMailboxJob,
  screenMessagesJob,
  screenMessageJob,
  moveMessagesJob,
  moveMessageJob,
  replyToSenderJob,
  grantAppealJob,
  checkDueMailboxesJob,
  stopPushJob,
  paintCoverJob,
  endGrantJob,
  endUnusedGrantsJob,
  deleteOrphanedDecisionsJob,
  deleteOrphanedJobsJob,
  changeCustomerAddressJob,
  endTrialsJob,
  notifyLostMailboxesJob,
  sendWaitingEmailsJob,
  orderNewUserNoticesJob,
  orderTrialRemindersJob,
  orderWeeklyReportsJob,
  syncSubscriptionJob,
  syncAllSubscriptionsJob,
  endCustomersJob,
  endCustomerJob,
]

/**
 * Names of jobs that no longer exist. The queue set-up deletes their queues and schedules. Deleting
 * every unknown queue instead would delete the newer version's queues after a rollback.
 */
export const retiredJobNames: readonly string[] = [
  'act-on-decision',
  'end-grants',
  'forget-expired',
  'look-again',
  'recheck-mailbox',
  'respond-to-sender',
  'send-mail',
  'tell-lost-mailboxes',
]

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
