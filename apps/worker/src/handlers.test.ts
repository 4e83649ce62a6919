import { mailProviders } from '@doorman/domain/mail/mailbox'
import { maxConcurrentJobs } from '@doorman/domain/jobs/job-failures'
import { countSlots, type JobHandler } from '@doorman/runtime/jobs/job-queue'
import { jobs } from '@doorman/services/ports/jobs'
import { expect, test } from 'vitest'
import { handlers } from './handlers.ts'

test('every job has one handler', () => {
  const names = handlers.map(({ name }) => name).toSorted()
  expect(names).toEqual(jobs.map(({ name }) => name).toSorted())
})

test('a worker has exactly the slots that the admin panel shows', () => {
  expect(countSlots(handlers)).toBe(maxConcurrentJobs)
})

test('every provider has slots of its own for syncs, screenings, moves and replies', () => {
  const perProvider = new Set(jobs.filter((job) => job.isPerProvider).map(({ name }) => name))
  const ofProvider = handlers.filter(({ name }) => perProvider.has(name))
  expect(ofProvider).toHaveLength(4)
  for (const { slots } of ofProvider) expect(slots).toBeGreaterThanOrEqual(1)
  expect(countSlots(ofProvider) % mailProviders.length).toBe(0)
})

test('a busy mailbox does not take all slots of its provider', () => {
  const isGreedy = ({ slots, slotsPerMailbox = 0 }: JobHandler) =>
    typeof slots === 'number' && slotsPerMailbox >= slots
  expect(handlers.filter(isGreedy)).toEqual([])
})
