import type { JobSchedule } from '@doorman/runtime/jobs/job-handler'
import {
  checkDueMailboxesJob,
  deleteExpiredJob,
  deleteOrphanedDecisionsJob,
  deleteOrphanedJobsJob,
  endCustomersJob,
  endTrialsJob,
  endUnusedGrantsJob,
  notifyLostMailboxesJob,
  orderNewUserNoticesJob,
  orderTrialRemindersJob,
  reconcileDueMailboxesJob,
  sendWaitingEmailsJob,
  orderWeeklyReportsJob,
  syncAllSubscriptionsJob,
} from '@doorman/services/ports/jobs'

type Schedule = JobSchedule & {
  readonly does: string
  /** The column or rows by which a run finds what is due. */
  readonly dueBy: string
}

/**
 * Everything that happens by the clock, with cron expressions in UTC. docs/operations.md shows the
 * same table.
 *
 * A schedule only says when to look. The database says what is due. A run records what it did in
 * the same transaction as the work, or after an idempotent call to the payment provider. So a
 * restart loses nothing, two workers or two runs for one period do nothing twice, and the first run
 * after an outage catches up.
 */
export const schedules: readonly Schedule[] = [
  {
    name: checkDueMailboxesJob.name,
    cron: '* * * * *',
    does: 'Syncs mailboxes whose check is due: every 5 minutes on Pro, once a day on Free.',
    dueBy: '`mailboxes.next_check_at`, set by each sync',
  },
  {
    name: notifyLostMailboxesJob.name,
    cron: '*/5 * * * *',
    does: 'Emails users whose mailboxes need to be reconnected.',
    dueBy: '`mailboxes.loss_notified_at`, set with the order of the email',
  },
  {
    name: orderWeeklyReportsJob.name,
    cron: '*/15 * * * *',
    does: 'Orders weekly reports from Monday 8:00 in the user’s time zone, or until Wednesday after an outage.',
    dueBy: '`emails`: one row per user and Monday',
  },
  {
    name: orderTrialRemindersJob.name,
    cron: '5 * * * *',
    does: 'Orders reminders 7, 3 and 0 days before a trial ends. A late one is sent until the next is due.',
    dueBy: '`emails`: one row per user and reminder',
  },
  {
    name: sendWaitingEmailsJob.name,
    cron: '11 * * * *',
    does: 'Enqueues emails again that are unsent after an hour, for a day (links) or 7 days.',
    dueBy: '`emails.sent_at` and `dropped_at`',
  },
  {
    name: orderNewUserNoticesJob.name,
    cron: '14 * * * *',
    does: 'Orders notices to the operator that a registration could not order.',
    dueBy: '`emails`: one row per user',
  },
  {
    name: endUnusedGrantsJob.name,
    cron: '23 * * * *',
    does: 'Revokes access to mailboxes that were disconnected.',
    dueBy: '`grants.ended_at`',
  },
  {
    name: deleteOrphanedDecisionsJob.name,
    cron: '29 * * * *',
    does: 'Deletes the decisions of disconnected mailboxes.',
    dueBy: '`decisions` without a mailbox',
  },
  {
    name: deleteOrphanedJobsJob.name,
    cron: '31 * * * *',
    does: 'Deletes the jobs of deleted users and of disconnected mailboxes.',
    dueBy: '`deleted_users`, and `mailboxes` that are gone',
  },
  {
    name: reconcileDueMailboxesJob.name,
    cron: '37 * * * *',
    does: 'Compares filtered emails of the last 14 days with where they are, once a day per mailbox, and takes differences as the user’s own moves.',
    dueBy: '`mailboxes.reconciled_at`, set with the job',
  },
  {
    name: endTrialsJob.name,
    cron: '41 * * * *',
    does: 'Keeps one mailbox active when a trial or subscription has ended, and emails the user.',
    dueBy: '`mailboxes.is_active` compared with the plan; `emails`: one row per end',
  },
  {
    name: endCustomersJob.name,
    cron: '53 * * * *',
    does: 'Ends the subscriptions of deleted users at the payment provider.',
    dueBy: '`customers.ended_at`',
  },
  {
    name: syncAllSubscriptionsJob.name,
    cron: '47 2 * * *',
    does: 'Asks the payment provider for all subscriptions, in case webhook events were lost.',
    dueBy: '`subscriptions`, replaced by the answer',
  },
  {
    name: deleteExpiredJob.name,
    cron: '17 3 * * *',
    does: 'Deletes what has expired: sessions, links, kept decisions, hashes of old sent messages, old emails, webhook events, checkouts, payments and ended customers. Records the end of expired views.',
    dueBy: 'the times in the rows',
  },
]
