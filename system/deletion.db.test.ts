import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { expect, test } from 'vitest'
import { deleteAfterCall } from './harness/delete-after-call.ts'
import { openDemo } from './harness/demo.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })

// `deletion.long.test.ts` goes through all calls.
test.each([
  ['gmail', 'after renew'],
  ['microsoft', 'before renew'],
  ['gmail', 'before moveMessages'],
  ['microsoft', 'after createDraft'],
] as const)(
  'a %s account that is deleted by its user %s leaves nothing behind',
  async (provider, wanted) => {
    const isWanted = (step: string) => step === wanted
    expect(await deleteAfterCall(demo, provider, isWanted)).toBe(wanted)
  },
  60_000,
)
