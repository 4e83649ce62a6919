import { mailProviders } from '@doorman/domain/mail/mailbox'
import {
  indexCorrespondentsJob,
  replyToSenderJob,
  screenMessageJob,
  sendEmailJob,
  syncSubscriptionJob,
} from '@doorman/services/ports/jobs'
import { describe, expect, test } from 'vitest'
import type { JobHandler } from './job-handler.ts'
import { planSlots, type Slot } from './slots.ts'

const handle = (name: string, slots: JobHandler['slots']): JobHandler => ({
  name,
  slots,
  run: async () => {},
})
const namesOf = (slots: readonly Slot[]) => slots.map((slot) => slot.map(({ name }) => name))

describe('the slots of a worker', () => {
  test('serve one queue each if their job has slots of its own, for each provider', () => {
    const leftovers = [[screenMessageJob.name]]
    expect(namesOf(planSlots([handle(screenMessageJob.name, 2)]))).toEqual([
      ...mailProviders.flatMap((provider) => {
        const slot = [`${screenMessageJob.name}/${provider}`]
        return [slot, slot]
      }),
      ...leftovers,
    ])
  })

  test('are one per provider for all its background jobs', () => {
    const names = [indexCorrespondentsJob.name, replyToSenderJob.name]
    expect(namesOf(planSlots(names.map((name) => handle(name, 'background'))))).toEqual([
      ...mailProviders.map((provider) => names.map((name) => `${name}/${provider}`)),
      // Without a provider.
      names,
    ])
  })

  test('are two for all other queues, of which only one runs jobs that call a service', () => {
    const others = [
      handle(sendEmailJob.name, 'shared'),
      handle(syncSubscriptionJob.name, 'shared-outside'),
    ]
    expect(namesOf(planSlots(others))).toEqual([
      [sendEmailJob.name],
      [syncSubscriptionJob.name, sendEmailJob.name],
    ])
  })
})
