import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import { expect, test } from 'vitest'
import { runRandomLife } from './harness/random-life.ts'
import { openDemo } from './harness/demo.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })
const seeds = Array.from({ length: 30 }, (_, index) => index)

test.each(mailProviders.flatMap((provider) => seeds.map((seed) => ({ provider, seed }))))(
  '$provider: invariants hold after random steps in random order (seed $seed)',
  { timeout: 120_000 },
  async ({ provider, seed }) => {
    demo.expectError('job-failed')
    const messageCount = await runRandomLife(demo, { provider, seed, steps: 60 })
    expect(messageCount).toBeGreaterThan(5)
  },
)
