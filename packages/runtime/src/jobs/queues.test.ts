import { dayMs, secondMs } from '@doorman/domain/time'
import {
  forwardContactMessageJob,
  sendEmailJob,
  sendReportJob,
  syncMailboxJob,
} from '@doorman/services/ports/jobs'
import { expect, test } from 'vitest'
import { toQueueOptions } from './queues.ts'

/** The shortest waits between the attempts, as pg-boss computes them. */
function listWaits(options: ReturnType<typeof toQueueOptions>): number[] {
  const { retryLimit, retryDelay, retryDelayMax = Infinity } = options
  return Array.from({ length: retryLimit }, (_, retry) =>
    Math.min(retryDelayMax, (retryDelay * 2 ** Math.min(16, retry)) / 2),
  )
}

const sum = (waits: readonly number[]) => waits.reduce((all, wait) => all + wait, 0)

test.each([sendEmailJob, sendReportJob, forwardContactMessageJob])(
  '$name is tried for a day, and again within ten minutes when the relay is back',
  (job) => {
    const waits = listWaits(toQueueOptions(job))
    expect(sum(waits)).toBeGreaterThanOrEqual(dayMs / secondMs)
    expect(Math.max(...waits)).toBe(600)
  },
)

test('the backoff of other jobs grows beyond ten minutes', () => {
  expect(Math.max(...listWaits(toQueueOptions(syncMailboxJob)))).toBeGreaterThan(3_600)
})
