import type { JobHandler } from '@doorman/runtime/jobs/job-handler'
import {
  moveMessageJob,
  moveMessagesJob,
  changeCustomerAddressJob,
  checkDueMailboxesJob,
  endCustomerJob,
  endCustomersJob,
  endGrantJob,
  endUnusedGrantsJob,
  endTrialsJob,
  deleteExpiredJob,
  deleteOrphanedDecisionsJob,
  deleteOrphanedJobsJob,
  grantAppealJob,
  indexCorrespondentsJob,
  paintCoverJob,
  reconcileDueMailboxesJob,
  reconcileMailboxJob,
  replyToSenderJob,
  forwardContactMessageJob,
  screenMessageJob,
  screenMessagesJob,
  orderEarlierEmailJob,
  orderNewUserNoticesJob,
  sendEmailJob,
  sendReportJob,
  orderTrialRemindersJob,
  sendWaitingEmailsJob,
  orderWeeklyReportsJob,
  stopPushJob,
  syncAllSubscriptionsJob,
  syncMailboxJob,
  syncSubscriptionJob,
  notifyLostMailboxesJob,
} from '@doorman/services/ports/jobs'
import { indexCorrespondents } from '@doorman/services/pipeline/correspondents/index-correspondents'
import { moveMessage } from '@doorman/services/pipeline/moving/move-message'
import { moveMessages } from '@doorman/services/pipeline/moving/move-messages'
import { replyToSender } from '@doorman/services/pipeline/replying/reply-to-sender'
import { grantAppeal } from '@doorman/services/pipeline/appeals/grant-appeal'
import { forwardContactMessage } from '@doorman/services/contact/forward-contact-message'
import { changeCustomerAddress } from '@doorman/services/billing/change-customer-address'
import { endCustomer, endCustomers } from '@doorman/services/billing/end-customers'
import { asPaymentJob } from '@doorman/services/billing/payment-failure'
import { syncAllSubscriptions } from '@doorman/services/billing/sync-all-subscriptions'
import { syncSubscription } from '@doorman/services/billing/sync-subscription'
import { paintCover } from '@doorman/services/blog/paint-cover'
import { checkDueMailboxes } from '@doorman/services/mailboxes/upkeep/check-due-mailboxes'
import { endGrant } from '@doorman/services/mailboxes/upkeep/end-grant'
import { endUnusedGrants } from '@doorman/services/mailboxes/upkeep/end-unused-grants'
import { reconcileDueMailboxes } from '@doorman/services/mailboxes/upkeep/reconcile-due-mailboxes'
import { reconcileMailbox } from '@doorman/services/mailboxes/upkeep/reconcile-mailbox'
import { stopPush } from '@doorman/services/mailboxes/upkeep/stop-push'
import { notifyLostMailboxes } from '@doorman/services/mailboxes/upkeep/notify-lost-mailboxes'
import { screenMessage } from '@doorman/services/pipeline/screening/screen-message'
import { screenMessages } from '@doorman/services/pipeline/screening/screen-messages'
import { syncMailbox } from '@doorman/services/pipeline/sync/sync-mailbox'
import { endPlans } from '@doorman/services/plans/end-plans'
import { deleteExpired } from '@doorman/services/housekeeping/delete-expired'
import { deleteOrphanedDecisions } from '@doorman/services/housekeeping/delete-orphaned-decisions'
import { deleteOrphanedJobs } from '@doorman/services/housekeeping/delete-orphaned-jobs'
import { orderEarlierEmail } from '@doorman/services/emails/order-earlier-email'
import { orderNewUserNotices } from '@doorman/services/emails/order-new-user-notices'
import { sendEmail } from '@doorman/services/emails/send-email'
import { sendWaitingEmails } from '@doorman/services/emails/send-waiting-emails'
import { orderTrialReminders } from '@doorman/services/reports/order-trial-reminders'
import { orderWeeklyReports } from '@doorman/services/reports/order-weekly-reports'
import { handle, handleAttempt } from './handle.ts'

/** Calls a service that may be silent: such jobs never take all shared slots. */
const outside = { slots: 'shared-outside' } as const

/** Calls one mail provider and may wait for minutes. These jobs share one slot per provider. */
const background = { slots: 'background' } as const

/**
 * The handler of each job. A process works on 20 jobs at a time (`maxConcurrentJobs`). Each provider
 * has eight slots for its users' messages (see `isPerProvider`): while all calls to one provider
 * hang, the other's messages are not delayed. Emails and reports have a slot each, for the same
 * reason. All other jobs share two slots.
 */
export const handlers: readonly JobHandler[] = [
  handle(sendEmailJob, sendEmail, { slots: 1 }),
  handle(sendReportJob, sendEmail, { slots: 1 }),
  handle(orderEarlierEmailJob, orderEarlierEmail),
  handle(sendWaitingEmailsJob, sendWaitingEmails),
  handle(orderNewUserNoticesJob, orderNewUserNotices),
  handle(orderTrialRemindersJob, orderTrialReminders),
  handle(orderWeeklyReportsJob, orderWeeklyReports),
  handle(forwardContactMessageJob, forwardContactMessage, outside),
  handle(deleteExpiredJob, deleteExpired),
  handle(deleteOrphanedDecisionsJob, deleteOrphanedDecisions),
  handle(deleteOrphanedJobsJob, deleteOrphanedJobs),
  handle(checkDueMailboxesJob, checkDueMailboxes),
  handleAttempt(syncMailboxJob, syncMailbox, { slots: 3, slotsPerMailbox: 1 }),
  handle(indexCorrespondentsJob, indexCorrespondents, { ...background, slotsPerMailbox: 1 }),
  handleAttempt(screenMessagesJob, screenMessages, { slots: 1, slotsPerMailbox: 1 }),
  handle(screenMessageJob, screenMessage, { slots: 1, slotsPerMailbox: 1 }),
  handleAttempt(moveMessagesJob, moveMessages, { slots: 1, slotsPerMailbox: 1 }),
  handle(moveMessageJob, moveMessage, { slots: 1, slotsPerMailbox: 1 }),
  handle(reconcileDueMailboxesJob, reconcileDueMailboxes),
  handle(reconcileMailboxJob, reconcileMailbox, background),
  handle(stopPushJob, stopPush, outside),
  handle(grantAppealJob, grantAppeal),
  handle(paintCoverJob, paintCover, outside),
  handle(replyToSenderJob, replyToSender, background),
  handle(endUnusedGrantsJob, endUnusedGrants),
  handle(endGrantJob, endGrant, outside),
  handle(endTrialsJob, endPlans),
  handle(syncSubscriptionJob, asPaymentJob(syncSubscription), outside),
  handle(syncAllSubscriptionsJob, syncAllSubscriptions),
  handle(changeCustomerAddressJob, asPaymentJob(changeCustomerAddress), outside),
  handle(endCustomersJob, endCustomers),
  handle(endCustomerJob, asPaymentJob(endCustomer), outside),
  handle(notifyLostMailboxesJob, notifyLostMailboxes),
]
