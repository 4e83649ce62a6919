import type { JobHandler, JobSchedule } from '@doorman/runtime/job-queue'
import {
  actOnDecisionJob,
  checkDueMailboxesJob,
  endGrantJob,
  endGrantsJob,
  endTrialsJob,
  forgetExpiredJob,
  grantAppealJob,
  lookAgainJob,
  paintCoverJob,
  respondToSenderJob,
  forwardContactMessageJob,
  screenMessageJob,
  sendMailJob,
  stopPushJob,
  syncMailboxJob,
  tellLostMailboxesJob,
} from '@doorman/services/jobs'
import { actOnDecision } from '@doorman/services/acting/act-on-decision'
import { respondToSender } from '@doorman/services/acting/respond-to-sender'
import { grantAppeal } from '@doorman/services/appeals/grant-appeal'
import { forwardContactMessage } from '@doorman/services/contact/forward-contact-message'
import { paintCover } from '@doorman/services/blog/paint-cover'
import { checkDueMailboxes } from '@doorman/services/mailboxes/check-due-mailboxes'
import { endGrant } from '@doorman/services/mailboxes/end-grant'
import { endGrants } from '@doorman/services/mailboxes/end-grants'
import { endTrials } from '@doorman/services/mailboxes/end-trials'
import { stopPush } from '@doorman/services/mailboxes/stop-push'
import { tellLostMailboxes } from '@doorman/services/mailboxes/tell-lost-mailboxes'
import { screenMessage } from '@doorman/services/screening/screen-message'
import { lookAgain } from '@doorman/services/sync/look-again'
import { syncMailbox } from '@doorman/services/sync/sync-mailbox'
import { forgetExpired } from '@doorman/services/users/forget-expired'
import { sendMail } from '@doorman/services/users/send-mail'
import { handle } from './handle.ts'

/** Who does which job. Twenty at once are for people's mail. */
export const handlers: readonly JobHandler[] = [
  handle(sendMailJob, sendMail),
  handle(forwardContactMessageJob, forwardContactMessage),
  handle(forgetExpiredJob, forgetExpired),
  handle(checkDueMailboxesJob, checkDueMailboxes),
  handle(syncMailboxJob, syncMailbox, { slots: 6, slotsPerMailbox: 1 }),
  handle(lookAgainJob, lookAgain),
  handle(screenMessageJob, screenMessage, { slots: 9, slotsPerMailbox: 4 }),
  handle(actOnDecisionJob, actOnDecision, { slots: 3, slotsPerMailbox: 2 }),
  handle(stopPushJob, stopPush),
  handle(grantAppealJob, grantAppeal),
  handle(paintCoverJob, paintCover),
  handle(respondToSenderJob, respondToSender, { slots: 2, slotsPerMailbox: 1 }),
  handle(endGrantsJob, endGrants),
  handle(endGrantJob, endGrant),
  handle(endTrialsJob, endTrials),
  handle(tellLostMailboxesJob, tellLostMailboxes),
]

/** What comes by itself, in UTC. */
export const schedules: readonly JobSchedule[] = [
  { name: forgetExpiredJob.name, cron: '17 3 * * *' },
  { name: checkDueMailboxesJob.name, cron: '* * * * *' },
  { name: endGrantsJob.name, cron: '23 * * * *' },
  { name: endTrialsJob.name, cron: '41 * * * *' },
  { name: tellLostMailboxesJob.name, cron: '*/5 * * * *' },
]
