import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import { expect, test } from 'vitest'
import { deleteAfterCall } from './harness/delete-after-call.ts'
import { openDemo } from './harness/demo.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })

test.each(mailProviders)(
  'a %s account that is deleted at any step of a running sync leaves nothing behind',
  async (provider) => {
    const steps: string[] = []
    let isOver = false
    while (!isOver) {
      const isWanted = (_step: string, number: number) => number === steps.length
      const step = await deleteAfterCall(demo, provider, isWanted)
      if (step === null) isOver = true
      else steps.push(step)
    }
    for (const call of [
      'renew',
      'listInbox',
      'listChanges',
      'loadMessages',
      'moveMessages',
      'sendDraft',
    ])
      expect(steps).toContain(`after ${call}`)
  },
  600_000,
)
