import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import { expect, test } from 'vitest'
import { runRandomLife } from './harness/random-life.ts'
import { openDemo } from './harness/demo.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })

test.each(mailProviders)(
  '%s: invariants hold after random steps in random order',
  { timeout: 60_000 },
  async (provider) => {
    demo.expectError('job-failed')
    const messageCount = await runRandomLife(demo, { provider, seed: 112, steps: 60 })
    expect(messageCount).toBeGreaterThan(5)
  },
)
