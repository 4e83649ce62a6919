import type { JobHandler, JobSchedule } from '@doorman/runtime/job-queue'
import { forgetExpiredJob, sendMailJob } from '@doorman/services/jobs'
import { forgetExpired } from '@doorman/services/users/forget-expired'
import { sendMail } from '@doorman/services/users/send-mail'
import { handle } from './handle.ts'

/** Who does which job. */
export const handlers: readonly JobHandler[] = [
  handle(sendMailJob, sendMail),
  handle(forgetExpiredJob, forgetExpired),
]

/** What comes by itself, in UTC. */
export const schedules: readonly JobSchedule[] = [
  { name: forgetExpiredJob.name, cron: '17 3 * * *' },
]
