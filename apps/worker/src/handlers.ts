import type { JobHandler, JobSchedule } from '@doorman/runtime/jobs/job-queue'
import {
  moveMessageJob,
  checkDueMailboxesJob,
  endGrantJob,
  endUnusedGrantsJob,
  endTrialsJob,
  deleteExpiredJob,
  deleteOrphanedDecisionsJob,
  grantAppealJob,
  recheckMailboxJob,
  paintCoverJob,
  replyToSenderJob,
  forwardContactMessageJob,
  screenMessageJob,
  sendEmailJob,
  stopPushJob,
  syncMailboxJob,
  notifyLostMailboxesJob,
} from '@doorman/services/ports/jobs'
import { moveMessage } from '@doorman/services/pipeline/moving/move-message'
import { replyToSender } from '@doorman/services/pipeline/replying/reply-to-sender'
import { grantAppeal } from '@doorman/services/pipeline/appeals/grant-appeal'
import { forwardContactMessage } from '@doorman/services/contact/forward-contact-message'
import { paintCover } from '@doorman/services/blog/paint-cover'
import { checkDueMailboxes } from '@doorman/services/mailboxes/upkeep/check-due-mailboxes'
import { endGrant } from '@doorman/services/mailboxes/upkeep/end-grant'
import { endUnusedGrants } from '@doorman/services/mailboxes/upkeep/end-unused-grants'
import { endTrials } from '@doorman/services/mailboxes/upkeep/end-trials'
import { stopPush } from '@doorman/services/mailboxes/upkeep/stop-push'
import { notifyLostMailboxes } from '@doorman/services/mailboxes/upkeep/notify-lost-mailboxes'
import { screenMessage } from '@doorman/services/pipeline/screening/screen-message'
import { recheckMailbox } from '@doorman/services/pipeline/sync/recheck-mailbox'
import { syncMailbox } from '@doorman/services/pipeline/sync/sync-mailbox'
import { deleteExpired } from '@doorman/services/housekeeping/delete-expired'
import { deleteOrphanedDecisions } from '@doorman/services/housekeeping/delete-orphaned-decisions'
import { sendEmail } from '@doorman/services/users/send-email'
import { handle } from './handle.ts'

/**
 * The handler of each job. Each provider has fourteen slots for its users' messages (see
 * `isPerProvider`): while all calls to one provider hang, the other's messages are not delayed.
 */
export const handlers: readonly JobHandler[] = [
  handle(sendEmailJob, sendEmail),
  handle(forwardContactMessageJob, forwardContactMessage),
  handle(deleteExpiredJob, deleteExpired),
  handle(deleteOrphanedDecisionsJob, deleteOrphanedDecisions),
  handle(checkDueMailboxesJob, checkDueMailboxes),
  handle(syncMailboxJob, syncMailbox, { slots: 4, slotsPerMailbox: 1 }),
  handle(recheckMailboxJob, recheckMailbox),
  handle(screenMessageJob, screenMessage, { slots: 5, slotsPerMailbox: 3 }),
  handle(moveMessageJob, moveMessage, { slots: 3, slotsPerMailbox: 2 }),
  handle(stopPushJob, stopPush),
  handle(grantAppealJob, grantAppeal),
  handle(paintCoverJob, paintCover),
  handle(replyToSenderJob, replyToSender, { slots: 2, slotsPerMailbox: 1 }),
  handle(endUnusedGrantsJob, endUnusedGrants),
  handle(endGrantJob, endGrant),
  handle(endTrialsJob, endTrials),
  handle(notifyLostMailboxesJob, notifyLostMailboxes),
]

/** Cron schedules, in UTC. */
export const schedules: readonly JobSchedule[] = [
  { name: deleteExpiredJob.name, cron: '17 3 * * *' },
  { name: checkDueMailboxesJob.name, cron: '* * * * *' },
  { name: endUnusedGrantsJob.name, cron: '23 * * * *' },
  { name: deleteOrphanedDecisionsJob.name, cron: '29 * * * *' },
  { name: endTrialsJob.name, cron: '41 * * * *' },
  { name: notifyLostMailboxesJob.name, cron: '*/5 * * * *' },
]
