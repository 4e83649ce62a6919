import { mailProviders } from '@doorman/domain/mail/mailbox'
import { maxConcurrentJobs } from '@doorman/domain/jobs/job-failures'
import type { JobHandler } from '@doorman/runtime/jobs/job-handler'
import { planSlots } from '@doorman/runtime/jobs/slots'
import { jobs } from '@doorman/services/ports/jobs'
import { expect, test } from 'vitest'
import { handlers } from './handlers.ts'

test('every job has one handler', () => {
  const names = handlers.map(({ name }) => name).toSorted()
  expect(names).toEqual(jobs.map(({ name }) => name).toSorted())
})

test('a worker has exactly the slots that the admin panel shows', () => {
  expect(planSlots(handlers)).toHaveLength(maxConcurrentJobs)
})

test('every provider has slots of its own', () => {
  const perProvider = new Set(jobs.filter((job) => job.isPerProvider).map(({ name }) => name))
  const areShared = ({ name, slots }: JobHandler) =>
    perProvider.has(name) && typeof slots === 'string' && slots !== 'background'
  expect(handlers.filter(areShared)).toEqual([])
  for (const provider of mailProviders) {
    const isOnlyFor = ({ name }: { name: string }) => name.endsWith(`/${provider}`)
    expect(planSlots(handlers).filter((slot) => slot.every(isOnlyFor))).toHaveLength(8)
  }
})

test('a busy mailbox does not take all slots of a job that has several', () => {
  const isGreedy = ({ slots, slotsPerMailbox = 0 }: JobHandler) =>
    typeof slots === 'number' && slots > 1 && slotsPerMailbox >= slots
  expect(handlers.filter(isGreedy)).toEqual([])
})
